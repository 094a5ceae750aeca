import type { OutboxTransaction } from '@safety/bus/outbox';
import { setLocal } from '@safety/persistence';

/**
 * Lets a transaction of a company see all of some users, in other companies too: only what is published of
 * them for other services, and the one user of an invitation, need that. A transaction that fails meanwhile
 * is rolled back, and the users with it.
 */
export async function asUsers<Result>(
  { client }: Pick<OutboxTransaction, 'client'>,
  userIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const enter = (ids: readonly string[]) =>
    client.query(setLocal({ 'app.told_user_ids': ids.length === 0 ? '' : `{${ids.join()}}` }));
  await enter(userIds);
  const result = await work();
  await enter([]);
  return result;
}
