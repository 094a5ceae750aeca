import type { Transaction } from '../../storage/database/database.js';
import { countWithin } from '../../throttling/counters.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * A company mails somebody once in so long, however often it invites and removes them. Shorter than the ten
 * minutes after which accounts lets it invite again, so that no such mail is lost.
 */
const SAME_COMPANY_SECONDS = 9 * MINUTE;
/** Mails that companies together may send to one user. */
const MOST_TO_ONE_USER = 6;
/** Mails that one company may send: what mail servers take for a sender that is no spammer. */
const MOST_OF_ONE_COMPANY = 1_000;

/**
 * Whether a company may have a mail sent to the user now. It counts: every administrator can invite any
 * address, and the mails come from this service. The first mail of a new user counts as every other.
 */
export async function mayBeMailed(
  { client }: Transaction,
  userId: string,
  companyId: string | null,
): Promise<boolean> {
  const limits = [
    { key: `invitations-to:${userId}`, most: MOST_TO_ONE_USER, windowSeconds: HOUR },
    ...(companyId === null
      ? []
      : [
          { key: `invitation:${companyId}:${userId}`, most: 1, windowSeconds: SAME_COMPANY_SECONDS },
          { key: `invitations-of:${companyId}`, most: MOST_OF_ONE_COMPANY, windowSeconds: HOUR },
        ]),
  ];
  return countWithin(client, limits);
}
