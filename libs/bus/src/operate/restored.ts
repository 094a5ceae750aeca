import { resourceChanged, stateMessages } from '@safety/contracts';
import { WITHOUT_TIME_LIMITS } from '@safety/persistence';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { writeToOutbox } from '../outbox/outbox.js';
import { RELAY_LOCK } from '../outbox/outbox-rows.js';
import { OWNERS, type Owner } from '../owners.js';
import { unlessForbidden } from '../redis-failures.js';
import type { MessageKeys } from '../signing/signatures.js';
import { retellRequestFor, SIGNATURE_FIELD, streamOf } from '../streams.js';
import { envelopeOf, fieldOf } from '../transport/envelope-of.js';
import { type Entry } from '../transport/read-loop.js';
import { readEnvelope, readPayload } from '../transport/read-message.js';

/** A message may have a mebibyte, and all of them are in memory at once. */
const BATCH = 20;

/** The outcome of the command. */
export interface Restored {
  service: Owner;
  generation: number;
  /** Messages that are published again. */
  messages: number;
  /**
   * Things that the other services know and the restored database does not: published as archived or
   * disabled.
   */
  lost: number;
  /** When the oldest message was written in which they were looked for; null in an empty stream. */
  searchedSince: string | null;
  /** Services that were asked to publish everything again, for the read models of this one. */
  asked: Owner[];
}

/**
 * Makes the others believe a database that was restored:
 *
 * 1. Its generation rises, so that its versions count though they are lower.
 * 2. Everything in its outbox is published again.
 * 3. States in its stream that the database does not know were written after the backup. They are lost, and
 *    published as such.
 * 4. The owners of its own read models publish everything again.
 *
 * The clock makes the generation, since the number of an earlier restore may be lost by this one.
 */
export async function restored(
  service: Owner,
  { redis, databaseUrl, keys }: { redis: Redis; databaseUrl: string; keys: MessageKeys },
): Promise<Restored> {
  const { states, searchedSince } = await readStream(redis, service, keys);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; ${WITHOUT_TIME_LIMITS}`);
    // A relay that has read the generation before would publish with it, and mark that as published.
    await client.query('SELECT pg_advisory_xact_lock($1)', [RELAY_LOCK]);
    await refuseDatabaseOfAnother(client, service);
    const { rows } = await client.query<{ generation: string }>(
      `UPDATE bus_generation
       SET generation = greatest(generation + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
       RETURNING generation`,
    );
    const lost = await publishLost(client, states);
    const { rowCount } = await client.query(
      'UPDATE outbox SET published_at = NULL, seq = NULL WHERE published_at IS NOT NULL',
    );
    await client.query('COMMIT');
    const asked = await askOthers(redis, service);
    const generation = Number(rows[0]?.generation);
    return { service, generation, messages: rowCount ?? 0, lost, searchedSince, asked };
  } finally {
    await client.end();
  }
}

/** An outbox keeps the messages of its own service alone: readers refuse others, and they would never go. */
async function refuseDatabaseOfAnother(client: pg.Client, service: Owner): Promise<void> {
  const owners = new Map(stateMessages.map(({ name, owner }) => [name, owner]));
  for (const owner of OWNERS) owners.set(resourceChanged(owner).name, owner);
  const others = [...owners].filter(([, owner]) => owner !== service).map(([name]) => name);
  const { rows } = await client.query<{ type: string }>(
    "SELECT envelope ->> 'type' AS type FROM outbox WHERE envelope ->> 'type' = ANY ($1) LIMIT 1",
    [others],
  );
  const type = rows[0]?.type;
  if (type !== undefined)
    throw new Error(
      `DATABASE_URL is the database of ${owners.get(type)}, not of ${service}: it holds ${type}.`,
    );
}

interface State {
  companyId: string | null;
  contract: (typeof stateMessages)[number];
  payload: unknown;
}

/** The stream of a service. */
interface StreamOfStates extends Pick<Restored, 'searchedSince'> {
  /** The newest state of each thing that it holds, by what names the thing in the outbox. */
  states: Map<string, State>;
}

async function readStream(redis: Redis, owner: Owner, keys: MessageKeys): Promise<StreamOfStates> {
  const stream = streamOf({ owner });
  const contracts = new Map(
    stateMessages.filter((contract) => contract.owner === owner).map((contract) => [contract.name, contract]),
  );
  const states = new Map<string, State>();
  let searchedSince: string | null = null;
  let after = '-';
  for (;;) {
    const entries = (await redis.xrange(stream, after, '+', 'COUNT', BATCH)) as Entry[];
    for (const [, fields] of entries) {
      const text = envelopeOf(fields);
      if (!keys.isSigned(owner, stream, text, fieldOf(fields, SIGNATURE_FIELD))) continue;
      const envelope = readEnvelope(text);
      searchedSince ??= envelope.occurredAt;
      const contract = contracts.get(envelope.type);
      if (!contract) continue;
      const { companyId } = envelope;
      const payload = readPayload(envelope, contract);
      states.set(`${contract.name} ${companyId} ${contract.stateOf?.(payload)}`, {
        companyId,
        contract,
        payload,
      });
    }
    const last = entries.at(-1);
    if (entries.length < BATCH || !last) return { states, searchedSince };
    after = `(${last[0]}`;
  }
}

async function publishLost(client: pg.Client, states: ReadonlyMap<string, State>): Promise<number> {
  const { rows } = await client.query<{ state: string }>(
    'SELECT DISTINCT state FROM outbox WHERE state = ANY ($1)',
    [[...states.keys()]],
  );
  for (const { state } of rows) (states as Map<string, State>).delete(state);
  for (const { companyId, contract, payload } of states.values())
    await writeToOutbox(client, companyId, contract, contract.lost?.(payload) ?? payload);
  return states.size;
}

/** Each service may ask those alone that it reads from; Redis refuses the others. */
async function askOthers(redis: Redis, service: Owner): Promise<Owner[]> {
  const asked: Owner[] = [];
  for (const owner of OWNERS.filter((name) => name !== service)) {
    if (await unlessForbidden(redis.set(retellRequestFor(owner), service), null)) asked.push(owner);
  }
  return asked;
}
