import { type CompanyContext, covers, reachOf, sensitiveMembers } from '@safety/contracts';
import { permissionDenied } from '@safety/platform';
import { redactedBy } from '../encryption/unreadable.js';

type Sensitive = (typeof sensitiveMembers)[number];

/** Whether the caller may see and write the sensitive members of people at a place. */
export const maySeeSensitive = (company: CompanyContext, placeIds: readonly string[] | null): boolean =>
  covers(reachOf(company, 'personnel.sensitive'), placeIds ?? []);

/** The sensitive members as null, and their names: the same whether they hold something or not. */
export const redacted = {
  dateOfBirth: null,
  sex: null,
  address: null,
  redactedFields: redactedBy(sensitiveMembers),
} satisfies Record<Sensitive, null> & { redactedFields: string[] };

/** Whether a request gives a value to a sensitive member. */
export const givesSensitive = (given: (member: Sensitive) => unknown): boolean =>
  sensitiveMembers.some((name) => (given(name) ?? null) !== null);

/**
 * Throws 403 when a request gives a value to a sensitive member. Null passes: it is what a reader without the
 * permission was shown, and what was read can be sent back.
 */
export function refuseSensitive(given: (member: Sensitive) => unknown): void {
  if (givesSensitive(given)) throw permissionDenied('personnel.sensitive');
}
