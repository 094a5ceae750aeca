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
/** Mails that one company may send in an hour: what mail servers take for a sender that is no spammer. */
const MOST_OF_ONE_COMPANY = 1_000;
/** Further ones of the company wait for the hours that follow, for so many at most. */
const MOST_HOURS = 24;

/**
 * In how many seconds a company may have a mail sent to the user: none, or some in a later hour; undefined
 * when not at all. It counts: every administrator can invite any address, and the mails come from this
 * service. The first mail of a new user counts as every other.
 */
export async function secondsUntilInvited(
  { client }: Transaction,
  userId: string,
  companyId: string | null,
): Promise<number | undefined> {
  const toUser = { key: `invitations-to:${userId}`, most: MOST_TO_ONE_USER, windowSeconds: HOUR };
  if (companyId === null) return (await countWithin(client, [toUser])) ? 0 : undefined;
  const key = keyOf(companyId, userId);
  const ofCompany = { key, most: 1, windowSeconds: SAME_COMPANY_SECONDS };
  if (!(await countWithin(client, [toUser, ofCompany]))) return undefined;
  const now = Date.now() / 1000;
  const thisHour = Math.floor(now / HOUR);
  for (let hour = thisHour; hour < thisHour + MOST_HOURS; hour++) {
    const windowSeconds = (hour + 1 - thisHour) * HOUR;
    const limit = { key: `invitations-of:${companyId}:${hour}`, most: MOST_OF_ONE_COMPANY, windowSeconds };
    // Those of a later hour do not leave all at its beginning.
    if (await countWithin(client, [limit]))
      return hour === thisHour ? 0 : (hour + Math.random()) * HOUR - now;
  }
  return undefined;
}

/** Lets companies whose mails to the user were taken back invite them again at once. */
export async function forgetInvitations(
  { client }: Transaction,
  userId: string,
  companyIds: readonly string[],
): Promise<void> {
  const keys = companyIds.map((companyId) => keyOf(companyId, userId));
  await client.query('DELETE FROM counters WHERE key = ANY ($1)', [keys]);
}

const keyOf = (companyId: string, userId: string): string => `invitation:${companyId}:${userId}`;
