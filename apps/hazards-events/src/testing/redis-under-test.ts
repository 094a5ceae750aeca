import { connectRedis } from '@safety/bus';
import { createLogger } from '@safety/platform';
import { eventually } from '@safety/testing';

type Redis = ReturnType<typeof connectRedis>;

const CLAIM = 'claimed-by-a-spec';
/** A spec that crashed gives its database back after this. */
const CLAIM_SECONDS = 300;
/** Of those that a test run has to itself, the ones that no other spec names. */
const DATABASES = Array.from({ length: 6 }, (_, index) => index + 1);

export interface TestRedis {
  /** For `REDIS_URL`. */
  url: string;
  client: Redis;
  close(): Promise<void>;
}

async function open(url: string): Promise<Redis> {
  const client = connectRedis(url, createLogger('spec', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }));
  await eventually(() => client.ping());
  return client;
}

async function claim(server: string, database: number): Promise<TestRedis | undefined> {
  const url = new URL(server);
  url.pathname = `/${database}`;
  const client = await open(url.href);
  if ((await client.set(CLAIM, 'true', 'EX', CLAIM_SECONDS, 'NX')) !== 'OK') {
    client.disconnect();
    return undefined;
  }
  const keys = (await client.keys('*')).filter((key) => key !== CLAIM);
  if (keys.length > 0) await client.del(...keys);
  const close = async () => {
    await client.flushdb();
    client.disconnect();
  };
  return { url: url.href, client, close };
}

/** An empty database of the given Redis: other specs that run the same service must not take its messages. */
export async function claimRedis(server: string | undefined): Promise<TestRedis> {
  if (!server) throw new Error('REDIS_URL is not set: run the tests with `npx pnpm test`.');
  for (const database of DATABASES) {
    const redis = await claim(server, database);
    if (redis) return redis;
  }
  throw new Error('Every database of the Redis server is claimed by another spec.');
}
