import { Redis } from 'ioredis';
import { hashed, type RedisUser, redisUsers, rulesOf } from './users.js';

/** How the users of a suite are called on a server, and what they prove it by. */
export interface ServiceUsers {
  /** Starts the names on a server that is shared with others. */
  readonly prefix: string;
  readonly passwords: Readonly<Record<RedisUser, string>>;
}

async function administering<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/**
 * Creates the users of a suite, or gives them their rights anew; `keep` writes them down where the server has
 * a file for them, so that they are there after its restart. Resolves with why it could not, when the user of
 * the URL may not.
 */
export function addServiceUsers(
  url: string,
  { prefix, passwords }: ServiceUsers,
  { keep = false } = {},
): Promise<string | undefined> {
  return administering(url, async (redis) => {
    try {
      for (const user of redisUsers) {
        const rules = ['reset', 'on', hashed(passwords[user]), ...rulesOf(user)];
        await redis.call('ACL', 'SETUSER', prefix + user, ...rules);
      }
    } catch (error) {
      return (error as Error).message;
    }
    if (keep) await redis.call('ACL', 'SAVE').catch(() => undefined);
    return undefined;
  });
}

/** Removes the users of a suite from a server that stays. */
export async function removeServiceUsers(url: string, prefix: string): Promise<void> {
  await administering(url, (redis) =>
    redis.call('ACL', 'DELUSER', ...redisUsers.map((user) => prefix + user)),
  );
}

/** The address of a server for one of its users. */
export function urlOfUser(url: string, user: RedisUser, { prefix, passwords }: ServiceUsers): string {
  const address = new URL(url);
  address.username = prefix + user;
  address.password = passwords[user];
  return address.href;
}
