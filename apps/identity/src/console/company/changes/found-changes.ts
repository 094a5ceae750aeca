import type { auditedChangesSchema, Page } from '@safety/contracts';
import type { z } from 'zod';
import { roleName } from '../messages/messages.js';
import { pathsOf } from '../places/places.js';
import type { CompanyVisit } from '../visit/company-visit.js';

export type FoundChanges = z.output<typeof auditedChangesSchema>;
export type FoundChange = FoundChanges['data'][number];

interface Person {
  id: string;
  displayName: string;
}

/** The id of the user with this address. Throws 403 for those who may not look for users. */
export async function userIdOf(company: CompanyVisit, email: string): Promise<string | undefined> {
  company.demand('users');
  const found = await company.accounts.get<Page<Person>>('/users', {
    email: email.slice(0, 254),
    includeArchived: true,
    limit: 1,
  });
  return found.data[0]?.id;
}

/** Names by id of the users, roles and places in these changes, as far as the user may see them. */
export async function namesIn(
  company: CompanyVisit,
  { data }: FoundChanges,
): Promise<ReadonlyMap<string, string>> {
  const { accounts, text } = company;
  const valuesOf = (...names: string[]): string[] =>
    data
      .flatMap(({ members }) => members.filter(({ member }) => names.includes(member)))
      .flatMap(({ from, to }) => [from, to].flat())
      .filter(isText);
  const userIds = [
    ...data.flatMap(({ changedByUserId, resource, id }) => [
      ...(changedByUserId === null ? [] : [changedByUserId]),
      ...(resource === 'company_users' ? [id] : []),
    ]),
    ...valuesOf('userId', 'defaultApproverUserIds'),
  ];
  const [people, roles, places] = await Promise.all([
    namedBy(accounts, '/users', { ids: userIds, field: 'displayName' }),
    namedBy(accounts, '/roles', { ids: valuesOf('roleId'), field: 'name' }),
    pathsOf(company, valuesOf('orgStructureRelationshipIds')),
  ]);
  const roleNames = [...roles].map(([id, name]): [string, string] => [id, roleName(text, name)]);
  return new Map([...people, ...roleNames, ...places]);
}

const MOST = 100;

/** Archived rows too: changes tell of what is over. */
async function namedBy<Name extends string>(
  accounts: CompanyVisit['accounts'],
  path: string,
  { ids, field }: { ids: readonly string[]; field: Name },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await accounts.getIfAllowed<Page<{ id: string } & Record<Name, string>>>(path, {
    ids: [...new Set(ids)].slice(0, MOST),
    includeArchived: true,
    fields: field,
    limit: MOST,
  });
  return new Map(found?.data.map((row) => [row.id, row[field]]));
}

const isText = (value: unknown): value is string => typeof value === 'string';
