import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { MessageContract } from '@safety/contracts';
import { LOGGER, type Logger, SETTINGS, SettingsError } from '@safety/platform';
import type { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { lastPlaceOf, seqOf } from '../groups.js';
import { commit, connectRedis } from '../redis.js';
import type { PublishingSettings } from '../settings.js';
import { AFTER_FIELD, ENVELOPE_FIELD, retellRequestFor, SIGNATURE_FIELD, streamOf } from '../streams.js';
import { envelopeOf, fieldOf } from '../transport/envelope-of.js';
import { BUS_OPTIONS, type BusOptions } from './bus-options.js';
import { trimStream } from './trim-stream.js';
import { WaitingMessages } from './waiting-messages.js';

const POLL_EVERY_MS = 1_000;
/** The relay of another process needs a few milliseconds, and may have looked just before the message was there. */
const LOOK_AGAIN_AFTER_MS = 50;
const BATCH = 200;
/** One relay at a time for each database, whichever replica it runs in: that keeps the order. */
const RELAY_LOCK = 7_311_002;
const KEEP = '7 days';
const TIDY_EVERY_MS = 60 * 1000;
/** What `seq` can hold. */
const LAST_PLACE = 2n ** 63n - 1n;

interface OutboxRow {
  id: string;
  seq: string;
  envelope: unknown;
  /** Where it goes, when not into the stream of the service. */
  stream: MessageContract['stream'] | null;
}

interface StreamEnd {
  /** The place of the newest entry; 0 when there is none. */
  newest: bigint;
  /** Its fields; undefined when there is none. */
  fields: string[] | undefined;
  /** The last place that ever was taken, also by an entry that was removed. */
  last: bigint;
}

/** Publishes what waits in the outbox, in order and at least once; while Redis is away it waits on. */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly service: BusOptions['service'];
  private readonly stream: string;
  private readonly waitingMessages: WaitingMessages;
  private timers: NodeJS.Timeout[] = [];
  private lookingAgain: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private hasLookedAtSignature = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: PublishingSettings,
    @Inject(BUS_OPTIONS) { service }: BusOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    if (!settings.BUS_PUBLIC_KEYS.include(service, settings.BUS_SIGNING_KEY))
      throw new SettingsError(`BUS_PUBLIC_KEYS has no key of ${service} that belongs to BUS_SIGNING_KEY.`);
    this.redis = connectRedis(settings.REDIS_URL, logger);
    this.service = service;
    this.stream = streamOf({ owner: service });
    this.waitingMessages = new WaitingMessages(dataSource, logger, this.stream);
  }

  onApplicationBootstrap(): void {
    this.timers = [
      setInterval(() => this.nudge(), POLL_EVERY_MS),
      setInterval(
        () => void this.tidy().catch((err) => this.logger.warn({ err }, 'old messages stay')),
        TIDY_EVERY_MS,
      ),
    ];
    this.nudge();
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.running;
    clearTimeout(this.lookingAgain);
    this.redis.disconnect();
  }

  /** Publishes now what waits. Never throws: what cannot be published stays for the next time. */
  nudge(): void {
    this.again = true;
    this.running ??= this.drain();
  }

  private async drain(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        if (await this.publishBatch()) this.again = true;
      } catch (err) {
        await this.waitingMessages.notTold(err);
      }
    }
    // In the same step as the last look at `again`: between the two a nudge would be lost until the next poll.
    this.running = undefined;
  }

  /** Resolves with whether more may be left. */
  private publishBatch(): Promise<boolean> {
    if (this.redis.status !== 'ready') return Promise.reject(new Error('Redis is away'));
    return this.dataSource.transaction(async (manager) => {
      const [{ held }] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS held', [RELAY_LOCK]);
      if (!held) return this.lookAgainSoon();
      // count is read: behind the lock. One statement for both would not see what the relay before has told.
      const [{ told }] = await manager.query('SELECT coalesce(max(seq), 0) AS told FROM outbox');
      if (await this.takeRetellRequest()) await askToRetell(manager);
      const end = await this.endOfStream();
      if (this.isStrange(end)) await askToRetell(manager);
      const more = await (end.newest < BigInt(told) ? this.mend(manager, end) : this.publish(manager, end));
      this.hasLookedAtSignature = true;
      this.waitingMessages.told();
      return more;
    });
  }

  /** Once for all who ask meanwhile: it is another process that publishes now. */
  private lookAgainSoon(): boolean {
    this.lookingAgain ??= setTimeout(() => {
      this.lookingAgain = undefined;
      this.nudge();
    }, LOOK_AGAIN_AFTER_MS).unref();
    return false;
  }

  /** Redis lost what it had: the stream is mended from the record before anything new goes into it. */
  private async mend(manager: EntityManager, { newest, last }: StreamEnd): Promise<boolean> {
    if (last > newest) {
      // Entries were removed by hand, and Redis takes none of their names again: they get places behind it.
      await takeBack(manager, newest);
      this.logger.warn({ stream: this.stream }, 'tells again what was removed from the stream');
      return true;
    }
    const rows = await toldAfter(manager, newest);
    await this.append(rows, newest);
    this.logger.warn({ stream: this.stream, messages: rows.length }, 'told again what Redis had lost');
    return true;
  }

  private async publish(manager: EntityManager, { newest, last }: StreamEnd): Promise<boolean> {
    const rows = await waiting(manager, last);
    if (rows.length === 0) return false;
    await this.append(rows, newest);
    await finish(manager, rows);
    return rows.length === BATCH;
  }

  /**
   * Where the stream ends: entries are named by their `seq`. What is appended next is appended behind it or
   * not at all: in a stream that was emptied meanwhile it would hide that the rest is lost.
   */
  private async endOfStream(): Promise<StreamEnd> {
    const [, , [entry], last] = await Promise.all([
      this.redis.unwatch(),
      this.redis.watch(this.stream),
      this.redis.xrevrange(this.stream, '+', '-', 'COUNT', 1),
      lastPlaceOf(this.redis, this.stream),
    ]);
    if (last > LAST_PLACE - BigInt(BATCH))
      throw new Error(`No message has a place behind the entry ${entry?.[0]}`);
    return { newest: seqOf(entry?.[0]), fields: entry?.[1], last };
  }

  /**
   * Whether the newest entry is one that nobody believes, of a release without signatures or signed by a key
   * that counts no more: what the stream holds is told again then, signed. Once in a process, since another
   * may still write such entries.
   */
  private isStrange({ fields }: StreamEnd): boolean {
    if (this.hasLookedAtSignature) return false;
    if (!fields) return false;
    const signature = fieldOf(fields, SIGNATURE_FIELD);
    const { BUS_PUBLIC_KEYS } = this.settings;
    if (BUS_PUBLIC_KEYS.isSigned(this.service, this.stream, envelopeOf(fields), signature)) return false;
    this.logger.warn(
      { stream: this.stream },
      'bus: the newest message has no valid signature; all is told again',
    );
    return true;
  }

  private async takeRetellRequest(): Promise<boolean> {
    return (await this.redis.del(retellRequestFor(this.service))) === 1;
  }

  /** @param behind the place of the entry that they come behind */
  private async append(rows: OutboxRow[], behind: bigint): Promise<void> {
    let after = String(behind);
    const transaction = this.redis.multi();
    for (const { seq, envelope, stream } of rows) {
      const name = streamOf({ owner: this.service, ...(stream && { stream }) });
      const text = JSON.stringify(envelope);
      const fields = [ENVELOPE_FIELD, text, SIGNATURE_FIELD, this.settings.BUS_SIGNING_KEY.sign(name, text)];
      if (stream) transaction.xadd(name, 'MAXLEN', '~', stream.length, '*', ...fields);
      else {
        transaction.xadd(name, `${seq}-0`, ...fields, AFTER_FIELD, after);
        after = seq;
      }
    }
    if (!(await commit(transaction))) throw new Error('The stream has changed meanwhile');
  }

  /** Shortens the stream and the outbox to what somebody may still need. */
  async tidy(): Promise<void> {
    if (this.redis.status === 'ready') await trimStream(this.redis, this.stream, this.logger);
    await this.dataSource.query(
      `DELETE FROM outbox WHERE published_at IS NOT NULL AND created_at < now() - interval '${KEEP}' AND ${NO_LONGER_NEEDED}`,
    );
  }
}

/** The state that a message tells stays until a newer message tells it. */
const NO_LONGER_NEEDED =
  '(state IS NULL OR EXISTS (SELECT FROM outbox newer WHERE newer.state = outbox.state AND newer.id > outbox.id))';

/** What waits, in the order in which it was written, each with its place behind everything that was ever in the stream. */
const waiting = (manager: EntityManager, last: bigint): Promise<OutboxRow[]> =>
  manager.query(
    `SELECT id, $1::bigint + row_number() OVER (ORDER BY id) AS seq, envelope - 'stream' AS envelope, envelope -> 'stream' AS stream
     FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT ${BATCH}`,
    [last],
  );

const toldAfter = (manager: EntityManager, newest: bigint): Promise<OutboxRow[]> =>
  manager.query(
    `SELECT id, seq, envelope, NULL AS stream FROM outbox WHERE seq > $1 ORDER BY seq LIMIT ${BATCH}`,
    [newest],
  );

/** What has a stream of its own is too many to keep here as well; its owner keeps it elsewhere. */
async function finish(manager: EntityManager, rows: OutboxRow[]): Promise<void> {
  const kept = rows.filter(({ stream }) => stream === null);
  await manager.query(
    `UPDATE outbox SET published_at = now(), seq = told.seq
     FROM unnest($1::bigint[], $2::bigint[]) AS told (id, seq) WHERE outbox.id = told.id`,
    [kept.map(({ id }) => id), kept.map(({ seq }) => seq)],
  );
  const ids = rows.filter(({ stream }) => stream !== null).map(({ id }) => id);
  await manager.query('DELETE FROM outbox WHERE id = ANY($1)', [ids]);
}

/** Lets what has a place behind this one wait once more, in the order in which it was written. */
const takeBack = (manager: EntityManager, place: bigint): Promise<unknown> =>
  manager.query('UPDATE outbox SET published_at = NULL, seq = NULL WHERE seq > $1', [place]);

/** Lets everything that is kept wait once more, in the order in which it was written. */
const askToRetell = (manager: EntityManager): Promise<unknown> =>
  manager.query('UPDATE outbox SET published_at = NULL, seq = NULL WHERE published_at IS NOT NULL');
