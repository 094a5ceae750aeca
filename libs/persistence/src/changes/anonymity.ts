import type { ChangePage } from '@safety/contracts';
import type { CompanyRecord } from '../company-record.js';

/** Rows whose author stays unknown, such as anonymous reports. */
export interface Anonymity<Actor, Row extends CompanyRecord> {
  /** Whether the author of the row stays unknown. */
  when: (row: Row) => boolean;
  /** Whether the caller may know the author all the same. */
  revealedTo: (company: Actor) => boolean;
  /** Members that can name the author: their recorded values are hidden. */
  members: readonly (keyof Row & string)[];
}

type Change<Author extends string | null> = ChangePage<Author>['data'][number];

/** The acting user, unless that is the author of a row whose author stays unknown. */
export const actorOf = <Row extends CompanyRecord>(
  anonymity: Pick<Anonymity<never, Row>, 'when'> | undefined,
  row: Row,
  userId: string | null,
): string | null => (userId === row.createdByUserId && anonymity?.when(row) ? null : userId);

/**
 * The changes of a row without its author, and without the client and the request of the author, which few
 * others may use. The author also hides in members: the one who creates a row may approve it, and the row may
 * have named a reporter before it became anonymous.
 */
export function withoutAuthor<Row extends CompanyRecord, Author extends string>(
  changes: Change<Author>[],
  { members }: Pick<Anonymity<never, Row>, 'members'>,
  author: string | null,
): Change<Author | null>[] {
  const names = new Set<string>(members);
  return changes.map((change) => ({
    ...change,
    ...(authorOf(change) === author && {
      actor: null,
      changedByUserId: null,
      clientId: null,
      requestId: null,
    }),
    members: change.members.map((member) =>
      names.has(member.member) || (author !== null && (member.from === author || member.to === author))
        ? { ...member, from: null, to: null, redacted: true }
        : member,
    ),
  }));
}

/** As it stands in the row: a user, or the client that acted as itself. */
const authorOf = ({ actor, changedByUserId, clientId }: Change<string>): string | null =>
  actor === 'client' ? clientId : changedByUserId;
