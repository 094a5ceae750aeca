import type { CompanyTransaction } from '@safety/persistence';

/**
 * Lets a transaction of a company see all of one user, in other companies too: only what is told of the user
 * to other services needs that. A transaction that fails meanwhile is rolled back, and the user with it.
 */
export async function asUser<Result>(
  { client }: Pick<CompanyTransaction, 'client'>,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const enter = (id: string) => client.query("SELECT set_config('app.user_id', $1, true)", [id]);
  await enter(userId);
  const result = await work();
  await enter('');
  return result;
}
