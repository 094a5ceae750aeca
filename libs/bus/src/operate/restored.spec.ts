import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyChanged, userChanged } from '@safety/contracts';
import { prepareDatabase } from '@safety/persistence';
import { busKeysOf, createTestDatabase, eventually, type TestDatabase } from '@safety/testing';
import { Redis } from 'ioredis';
import { outboxMigrations } from '../outbox/outbox.migrations.js';
import { RELAY_LOCK } from '../outbox/outbox-rows.js';
import { OWNERS, type Owner } from '../owners.js';
import { streamOf } from '../streams.js';
import { envelopeOf, publishSigned, signedFields, signerOf } from '../testing/bus.js';
import { busCommand } from './bus-command.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('bus-restored', (urls) =>
    prepareDatabase({ ...urls, migrations: [...outboxMigrations] }),
  );
});
afterAll(() => database.drop());

/** Runs the command in the environment of `service`. */
async function restored(name: Owner, service: Owner) {
  const env = {
    REDIS_URL: process.env['REDIS_URL'],
    DATABASE_URL: database.serviceUrl,
    BUS_SIGNING_KEY: busKeysOf(service).signingKey,
    BUS_PUBLIC_KEYS: OWNERS.map((owner) => `${owner}:${busKeysOf(owner).publicKey}`).join(),
  };
  const [out, err]: [string[], string[]] = [[], []];
  const code = await busCommand(
    ['restored', name],
    env,
    (line) => out.push(line),
    (line) => err.push(line),
  );
  return { code, out, err };
}

async function generation(): Promise<number> {
  let found = NaN;
  await database.transaction('owner', async (client) => {
    const { rows } = await client.query('SELECT generation FROM bus_generation');
    found = Number(rows[0].generation);
  });
  return found;
}

describe('bus restored', () => {
  it('2: in the environment of another service, whatever its outbox holds', async () => {
    const sentence = 'BUS_SIGNING_KEY is not a key of accounts: these are settings of another service.';
    expect(await restored('accounts', 'training')).toMatchObject({ code: 2, err: [sentence] });
    expect(await generation()).toBe(0);
  });

  it('1: of a database with messages of another service', async () => {
    const type = companyChanged.name;
    await database.transaction('owner', async (client) => {
      await client.query('INSERT INTO outbox (envelope) VALUES ($1)', [{ type }]);
    });
    const sentence = `DATABASE_URL is the database of accounts, not of training: it holds ${type}.`;
    expect(await restored('training', 'training')).toMatchObject({ code: 1, err: [sentence] });
    expect(await generation()).toBe(0);
    expect(await restored('accounts', 'accounts')).toMatchObject({ code: 0, err: [] });
    expect(await generation()).toBeGreaterThan(0);
  });

  it('waits for what the relay of the running service publishes, and has it published again', async () => {
    let done: ReturnType<typeof restored> | undefined;
    await database.transaction('service', async (relay) => {
      await relay.query('SELECT pg_advisory_xact_lock($1)', [RELAY_LOCK]);
      done = restored('accounts', 'accounts');
      await eventually(async () => {
        const { rowCount } = await relay.query(
          'SELECT FROM pg_locks WHERE objid = $1 AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
          [RELAY_LOCK],
        );
        expect(rowCount).toBe(1);
      });
      await relay.query('UPDATE outbox SET published_at = now(), seq = 1');
    });
    expect(await done).toMatchObject({ code: 0, err: [] });
    await database.transaction('owner', async (client) => {
      const { rows } = await client.query('SELECT published_at, seq FROM outbox');
      expect(rows).toEqual([{ published_at: null, seq: null }]);
    });
  });

  it('tells how far back it has found what is lost: to the oldest message that the service signed', async () => {
    const told = async () => (await restored('accounts', 'accounts')).out.slice(1, 3);
    const lost = (count: number) =>
      `${count} things that were written after the backup are told as archived or disabled`;
    const empty = 'the stream is empty: others keep all that was written after the backup';
    expect(await told()).toEqual([lost(0), empty]);
    const user = (id: string, day: string) => ({
      ...envelopeOf(0, null),
      type: userChanged.name,
      occurredAt: `2026-11-${day}T10:00:00.000Z`,
      payload: { id, version: 1, email: id, givenName: '', familyName: '', disabled: false, roles: [] },
    });
    const forged = signedFields(userChanged, user(randomUUID(), '01'), signerOf('training'));
    const redis = new Redis(process.env['REDIS_URL'] ?? '');
    try {
      await redis.xadd(streamOf(userChanged), '*', ...forged);
      for (const day of ['02', '03']) await publishSigned(redis, userChanged, user(randomUUID(), day));
    } finally {
      redis.disconnect();
    }
    const since = 'things from before 2026-11-02T10:00:00.000Z are not found as lost, so others keep them';
    expect(await told()).toEqual([lost(2), since]);
  });
});
