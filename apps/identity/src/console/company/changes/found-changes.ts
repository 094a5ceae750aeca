import type { auditedChangesSchema, Page } from '@safety/contracts';
import type { z } from 'zod';
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

/** Names of the users in these changes by id, where the user may see them. */
export async function peopleOf(
  { accounts }: CompanyVisit,
  { data }: FoundChanges,
): Promise<ReadonlyMap<string, string>> {
  const ids = data.flatMap(({ changedByUserId, resource, id, members }) => [
    ...(changedByUserId === null ? [] : [changedByUserId]),
    ...(resource === 'company_users' ? [id] : []),
    ...members.flatMap(({ member, to, from }) => (member === 'userId' ? [to, from] : [])).filter(isText),
  ]);
  if (ids.length === 0) return new Map();
  const found = await accounts.getIfAllowed<Page<Person>>('/users', {
    ids: [...new Set(ids)].slice(0, MOST),
    includeArchived: true,
    fields: 'displayName',
    limit: MOST,
  });
  return new Map(found?.data.map(({ id, displayName }) => [id, displayName]));
}

const MOST = 100;

const isText = (value: unknown): value is string => typeof value === 'string';
