import type { MessageContract } from '@safety/contracts';
import { REMOVED_AT_ONCE, runStatement, type StatementClient } from '@safety/persistence';
import type { DataSource } from 'typeorm';

/** One relay at a time for each database, whichever replica it runs in: that keeps the order. */
export const RELAY_LOCK = 7_311_002;
const KEEP = '7 days';
/** The most messages that are published at once. */
export const BATCH_SIZE = 200;
/**
 * A batch ends with the message that reaches these: a process holds it several times over, and Redis has half
 * a second for it.
 */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Messages that wait once more after one statement, which is well within its time. */
const AGAIN_AT_ONCE = 5_000;

/** A message in the outbox. Its column `id` is its number for good; `seq` is only its offset in Redis. */
export interface OutboxRow {
  id: string;
  /** In the stream of the service; that of the message before for one with a stream of its own. */
  offset: string;
  envelope: unknown;
  /** The stream of its own, for a message that does not go into the stream of the service. */
  stream: MessageContract['stream'] | null;
}

/** Whether this transaction may publish: false while another relay does. */
export async function takeRelayLock(client: StatementClient): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS held', [RELAY_LOCK]);
  return rows[0].held;
}

/** The offset of the message that was published last; 0 when there is none. */
export async function lastPublished(client: StatementClient): Promise<bigint> {
  // count is read: behind the lock. One statement for both would not see what the relay before has published.
  const { rows } = await client.query('SELECT coalesce(max(seq), 0) AS published FROM outbox');
  return BigInt(rows[0].published);
}

/** Whether messages wait, and the offset of the one that was published last; 0 when there is none. */
export async function outboxState(dataSource: DataSource): Promise<{ waits: boolean; published: bigint }> {
  // count is read: by a relay that looks again behind the lock
  const [{ waits, published }] = await dataSource.query(
    `SELECT EXISTS (SELECT FROM outbox WHERE published_at IS NULL) AS waits,
       (SELECT coalesce(max(seq), 0) FROM outbox) AS published`,
  );
  return { waits, published: BigInt(published) };
}

const GENERATION = 'SELECT generation FROM bus_generation';
const firstGeneration = ([row]: { generation: string }[]): number => Number(row?.generation ?? 0);

/** The generation of what is published; 0 unless the database was ever restored. */
export const generationOf = async (dataSource: DataSource): Promise<number> =>
  firstGeneration(await dataSource.query(GENERATION));

/** The same, as a transaction sees it. */
export const generationIn = async (client: StatementClient): Promise<number> =>
  firstGeneration((await client.query(GENERATION)).rows);

/** Of some rows the first ones that fill a batch, each with whether another row follows. */
const batchOf = (rows: string, by: 'id' | 'seq'): string =>
  // count is read: behind the lock, by which nobody else publishes
  `(SELECT * FROM (
     SELECT *, lead(id) OVER so_far IS NOT NULL AS more, sum(octet_length(envelope::text)) OVER so_far AS bytes
     FROM (${rows} ORDER BY ${by} LIMIT ${BATCH_SIZE + 1}) AS next
     WINDOW so_far AS (ORDER BY ${by} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
   ) AS next WHERE coalesce(bytes, 0) < ${BATCH_BYTES} ORDER BY ${by} LIMIT ${BATCH_SIZE}) AS batch`;

/**
 * A batch of messages that wait, in the order in which they were written, with their offsets behind `last`,
 * and whether more wait. One with a stream of its own takes none: the stream of the service is trimmed by
 * offsets, and would lose a message for each that is left out.
 */
export async function waiting(
  client: StatementClient,
  last: bigint,
): Promise<{ rows: OutboxRow[]; more: boolean }> {
  // count is read: behind the lock, by which nobody else publishes
  const { rows } = await client.query(
    `SELECT id, $1::bigint + count(*) FILTER (WHERE envelope -> 'stream' IS NULL) OVER (ORDER BY id) AS "offset",
       envelope - 'stream' AS envelope, envelope -> 'stream' AS stream, more
     FROM ${batchOf('SELECT id, envelope FROM outbox WHERE published_at IS NULL', 'id')} ORDER BY id`,
    [last],
  );
  return { rows, more: rows.at(-1)?.more ?? false };
}

/** A batch of messages that were published behind an offset, in the order of their offsets. */
export async function publishedAfter(client: StatementClient, offset: bigint): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>(
    `SELECT id, seq AS "offset", envelope, NULL AS stream
     FROM ${batchOf('SELECT id, seq, envelope FROM outbox WHERE seq > $1', 'seq')} ORDER BY seq`,
    [offset],
  );
  return rows;
}

/** Marks messages as published. Those with a stream of their own go: they are too many to keep here. */
export async function markPublished(client: StatementClient, rows: readonly OutboxRow[]): Promise<void> {
  const kept = rows.filter(({ stream }) => stream === null);
  await client.query(
    `UPDATE outbox SET published_at = now(), seq = published.seq
     FROM unnest($1::bigint[], $2::bigint[]) AS published (id, seq) WHERE outbox.id = published.id`,
    [kept.map(({ id }) => id), kept.map(({ offset }) => offset)],
  );
  const ids = rows.filter(({ stream }) => stream !== null).map(({ id }) => id);
  await client.query('DELETE FROM outbox WHERE id = ANY($1)', [ids]);
}

/**
 * Lets some of the published messages behind an offset wait once more, by default some of all that are kept.
 * They get new offsets; their numbers and texts stay. Resolves with how many there were: none is left when
 * there was none.
 */
export async function publishAgain(client: StatementClient, offset = 0n): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE outbox SET published_at = NULL, seq = NULL
     FROM (SELECT id FROM outbox WHERE seq > $1 ORDER BY seq LIMIT ${AGAIN_AT_ONCE}) AS part
     WHERE outbox.id = part.id`,
    [offset],
  );
  return rowCount ?? 0;
}

/** How many messages wait, and the age of the oldest in seconds; 0 when none does. */
export async function oldestWaiting(
  dataSource: DataSource,
): Promise<{ messages: number; ageSeconds: number }> {
  // count is read: shown to operators
  const [row] = await dataSource.query(
    `SELECT count(*)::int AS messages,
       greatest(0, coalesce(extract(epoch FROM now() - min(created_at)), 0))::float AS "ageSeconds"
     FROM outbox WHERE published_at IS NULL`,
  );
  return row;
}

/** Some messages of the outbox that were looked at for removal. */
export interface LookedAt {
  /** The number of the last one; undefined when none was left. */
  last: string | undefined;
  removed: number;
  /** Whether none of them was old enough, nor is what follows. */
  isYoung: boolean;
}

/**
 * Removes published messages after a week, of the next ones behind a number. The newest message of a state
 * stays for good.
 */
export async function removeOld(dataSource: DataSource, behind: string): Promise<LookedAt> {
  // count is read: a caller goes on where it was
  const { rows } = await runStatement<Omit<LookedAt, 'last'> & { last: string | null }>(
    dataSource,
    `WITH looked_at AS MATERIALIZED (
       SELECT id, state, published_at IS NOT NULL AS is_published, created_at < now() - interval '${KEEP}' AS is_old
       FROM outbox WHERE id > $1 ORDER BY id LIMIT ${REMOVED_AT_ONCE}
     ), removed AS (
       DELETE FROM outbox USING looked_at WHERE outbox.id = looked_at.id AND is_published AND is_old
         AND (looked_at.state IS NULL OR
           EXISTS (SELECT FROM outbox newer WHERE newer.state = looked_at.state AND newer.id > looked_at.id))
       RETURNING outbox.id
     ) SELECT max(id) AS last, (SELECT count(*)::int FROM removed) AS removed,
         coalesce(bool_and(NOT is_old), false) AS "isYoung"
       FROM looked_at`,
    [behind],
  );
  const [looked] = rows;
  return {
    last: looked?.last ?? undefined,
    removed: looked?.removed ?? 0,
    isYoung: looked?.isYoung ?? false,
  };
}
