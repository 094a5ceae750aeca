import type { auditedChangesSchema, Page } from '@safety/contracts';
import { ProblemError } from '@safety/platform';
import type { z } from 'zod';
import type { ServiceApi } from '../../api/service-api.js';
import { roleName } from '../messages/messages.js';
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
  { accounts, personnelOrg, text }: CompanyVisit,
  { data }: FoundChanges,
): Promise<ReadonlyMap<string, string>> {
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
    namedBy(personnelOrg, '/orgstructures', { ids: valuesOf('orgStructureRelationshipIds'), field: 'path' }),
  ]);
  const roleNames = [...roles].map(([id, name]): [string, string] => [id, roleName(text, name)]);
  return new Map([...people, ...roleNames, ...places]);
}

const MOST = 100;

/** Archived rows too: changes tell of what is over. None while their service is unavailable. */
async function namedBy<Name extends string>(
  service: ServiceApi,
  path: string,
  { ids, field }: { ids: readonly string[]; field: Name },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const query = { ids: [...new Set(ids)].slice(0, MOST), includeArchived: true, fields: field, limit: MOST };
  const found = await service
    .getIfAllowed<Page<{ id: string } & Record<Name, string>>>(path, query)
    .catch(nothingIfUnavailable);
  return new Map(found?.data.map((row) => [row.id, row[field]]));
}

function nothingIfUnavailable(error: unknown): undefined {
  if (!(error instanceof ProblemError) || error.code !== 'unavailable') throw error;
}

const isText = (value: unknown): value is string => typeof value === 'string';
