import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { publishSigned } from '@safety/bus/testing';
import type { MessageContract, Permission } from '@safety/contracts';
import { prepareDatabase } from '@safety/persistence';
import { LOGGER, type Logger } from '@safety/platform';
import {
  type Answer,
  eventually,
  lockWaits,
  startApi,
  type TestApi,
  type TestCaller,
  type TokenOptions,
} from '@safety/testing';
import { AccountsModule } from '../accounts.module.js';
import { migrations } from '../migrations/index.js';
import { accountsService } from '../service-options.js';
import { keepMemberships } from './keep-memberships.js';

let api: TestApi;

/** The service of a spec file, which starts before its cases. */
export function accountsUnderTest(): () => TestApi {
  beforeAll(async () => {
    api = await startApi(AccountsModule, {
      ...accountsService,
      keepMemberships,
      prepare: (urls) => prepareDatabase({ ...urls, migrations }),
    });
  });
  afterAll(() => api.close());
  return () => api;
}

/** Runs SQL as the owner, whom no wall stops. */
export async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  let found: Record<string, unknown>[] = [];
  await api.database.transaction('owner', async (client) => {
    found = (await client.query(text, values)).rows;
  });
  return found;
}

/**
 * Holds the rows of a query, as somebody does who writes them, while `work` sends what wants them too.
 * `waiting` resolves once so many statements wait for a lock: none of those that publish, which have ended.
 */
export async function whileLocked(
  [text, values]: readonly [text: string, values: readonly unknown[]],
  work: (waiting: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  await allPublished();
  await api.database.transaction('owner', async (client) => {
    await client.query(`${text} FOR UPDATE`, [...values]);
    await work((count) => lockWaits(client, count));
  });
}

/** Resolves once all users are published that have to be, holders of roles touched, and companies told. */
export const allPublished = (): Promise<void> =>
  eventually(async () => {
    expect(await sql('SELECT user_id FROM users_to_tell WHERE due_at <= now()')).toEqual([]);
    expect(await sql('SELECT user_id FROM due_holders WHERE due_at <= now()')).toEqual([]);
    expect(await sql('SELECT user_id FROM due_own_companies WHERE due_at <= now()')).toEqual([]);
  });

/** Messages of a name about a user, the newest last. */
export const messagesAbout = async (name: string, userId: string) => {
  await allPublished();
  return (
    (
      await sql(
        `SELECT envelope FROM outbox WHERE envelope->>'type' = $1 AND envelope->>'payload' LIKE $2 ORDER BY id`,
        [name, `%${userId}%`],
      )
    )
      // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of messages
      .map(({ envelope }) => envelope as any)
  );
};

/** Publishes a message as its owner does. */
export async function published(
  contract: MessageContract,
  companyId: string,
  payload: object,
  occurredAt = new Date().toISOString(),
): Promise<void> {
  const redis = connectRedis(process.env['REDIS_URL'] ?? '', api.app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
  await publishSigned(redis, contract, {
    id: randomUUID(),
    type: contract.name,
    companyId,
    occurredAt,
    payload,
  });
  redis.disconnect();
}

export const code = ({ status, body }: Answer) => `${status} ${body.code}`;

let count = 0;
export const roleBody = (changes: object = {}) => {
  count += 1;
  return { name: `Role ${count}`, permissions: ['hazards.read'], ...changes };
};

export async function roleOf(
  caller: TestCaller,
  granted: readonly Permission[] = ['hazards.read'],
): Promise<string> {
  const { body } = await caller.post('/roles', roleBody({ permissions: granted }));
  return body.id;
}

/** An org structure that personnel-org has published, at the end of this path. */
export async function placeAt({ companyId }: TestCaller, above: string[] = []): Promise<string> {
  const id = randomUUID();
  await sql(
    `INSERT INTO org_structures (company_id, id, version, path, path_ids, archived) VALUES ($1, $2, 1, 'A', $3, false)`,
    [companyId, id, [...above, id]],
  );
  return id;
}

export async function invitation(caller: TestCaller, changes: object = {}) {
  count += 1;
  return {
    email: `invited-${count}@test.example`,
    givenName: 'Ida',
    familyName: `Invited ${count}`,
    roles: [{ roleId: await roleOf(caller) }],
    ...changes,
  };
}

export async function invited(caller: TestCaller, changes: object = {}) {
  const { status, body } = await caller.post('/users', await invitation(caller, changes));
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
}

/** The user's own requests in the company. */
export async function callerOf(user: { id: string }, companyId: string, options: TokenOptions = {}) {
  const token = await api.issuer.token(user.id, options);
  const headers = { authorization: `Bearer ${token}`, 'x-company-context': companyId };
  return (method: string, path: string, body?: unknown) => api.send(method, path, { headers, body });
}
