import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { runTransaction, type StatementClient } from '@safety/persistence';
import { LOGGER, type Logger, SETTINGS, SettingsError, WorkQueue } from '@safety/platform';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { lastOffsetOf, offsetOf } from '../groups.js';
import { commit, connectRedis } from '../redis.js';
import { unavailable, unlessForbidden } from '../redis-failures.js';
import type { PublishingSettings } from '../settings.js';
import { AFTER_FIELD, ENVELOPE_FIELD, retellRequestFor, SIGNATURE_FIELD, streamOf } from '../streams.js';
import { envelopeOf, fieldOf } from '../transport/envelope-of.js';
import { BUS_OPTIONS, type BusOptions } from './bus-options.js';
import {
  BATCH_SIZE,
  generationIn,
  lastPublished,
  markPublished,
  type OutboxRow,
  outboxState,
  publishAgain,
  publishedAfter,
  takeRelayLock,
  waiting,
} from './outbox-rows.js';
import { beginPublishing } from './publish-spans.js';
import { ReaderPace } from './reader-pace.js';
import { trimStream } from './trim-stream.js';
import { WaitingMessages } from './waiting-messages.js';

const POLL_EVERY_MS = 1_000;
/** The relay of another process may have looked just before the message was there. */
const LOOK_AGAIN_AFTER_MS = 50;
/** The largest value of `seq`. */
const LAST_OFFSET = 2n ** 63n - 1n;

interface StreamEnd {
  /** The offset of the newest entry; 0 when there is none. */
  newest: bigint;
  /** Its fields; undefined when there is none. */
  fields: string[] | undefined;
  /** The last offset that ever was taken, also by an entry that was removed. */
  last: bigint;
}

/**
 * Publishes the messages of the outbox, in order and at least once; while Redis is unavailable they wait.
 *
 * A message is a row of PostgreSQL, whose number and text never change. Its offset in Redis is the relay's
 * alone: Redis may be emptied, shortened or edited, and the same messages then get entries and offsets again.
 */
@Injectable()
export class OutboxRelay extends WorkQueue implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly service: BusOptions['service'];
  private readonly stream: string;
  private readonly waitingMessages: WaitingMessages;
  private readonly readers = new ReaderPace(this.logger);
  private lookingAgain: NodeJS.Timeout | undefined;
  private hasCheckedSignature = false;
  /** The last run found nothing to do: the next one looks before it takes the lock. */
  private isIdle = false;
  /** Readers refuse what is in the stream: all of it is published again. */
  private signsAnew = false;
  private isEnding = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: PublishingSettings,
    @Inject(BUS_OPTIONS) { service }: BusOptions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { name: 'outbox', everyMs: POLL_EVERY_MS });
    if (!settings.BUS_PUBLIC_KEYS.include(service, settings.BUS_SIGNING_KEY))
      throw new SettingsError(`BUS_PUBLIC_KEYS has no key of ${service} that belongs to BUS_SIGNING_KEY.`);
    this.redis = connectRedis(settings.REDIS_URL, logger);
    this.service = service;
    this.stream = streamOf({ owner: service });
    this.waitingMessages = new WaitingMessages(dataSource, logger, this.stream);
  }

  override async onApplicationBootstrap(): Promise<void> {
    await super.onApplicationBootstrap();
    this.wake();
  }

  /** The messages of the last requests are still published. */
  override beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    return this.endRepeating();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.work();
    clearTimeout(this.lookingAgain);
    this.redis.disconnect();
  }

  /** Publishes what waits; what cannot be published stays for the next time, as does a backlog at the end. */
  protected async workOnSome(): Promise<boolean> {
    try {
      return (await this.publishBatch()) && !this.isEnding;
    } catch (err) {
      await this.waitingMessages.notPublished(err);
      return false;
    }
  }

  /** Resolves with whether more may be left. */
  private async publishBatch(): Promise<boolean> {
    if (this.redis.status !== 'ready') throw unavailable(this.redis);
    const isDone = this.isIdle && !(await this.hasWork());
    if (isDone || (await this.readers.isOverrun(this.redis, this.stream))) {
      this.waitingMessages.published();
      return false;
    }
    this.isIdle = false;
    // around visible: the outbox has messages, and no rows
    return runTransaction(this.dataSource, {}, async ({ client }) => {
      if (!(await takeRelayLock(client))) return this.lookAgainSoon();
      if (await this.retell(client)) return true;
      const published = await lastPublished(client);
      const end = await this.endOfStream();
      this.signsAnew = this.isUnsigned(end);
      this.hasCheckedSignature = true;
      if (this.signsAnew) return true;
      const more = await (end.newest < published ? this.repair(client, end) : this.publish(client, end));
      this.waitingMessages.published();
      return more;
    });
  }

  /** One statement and one message to Redis; whatever it misses is there for the next run. */
  private async hasWork(): Promise<boolean> {
    const [outbox, [entry], isAsked] = await Promise.all([
      outboxState(this.dataSource),
      this.redis.xrevrange(this.stream, '+', '-', 'COUNT', 1),
      this.isAsked(),
    ]);
    return outbox.waits || isAsked || offsetOf(entry?.[0]) !== outbox.published;
  }

  /**
   * Lets a part of what is kept wait once more, where all of it is asked for. Resolves with whether more is
   * left; until none is, nothing is published.
   */
  private async retell(client: StatementClient): Promise<boolean> {
    if (!this.signsAnew && !(await this.isAsked())) return false;
    if ((await publishAgain(client)) > 0) return true;
    // Only now that all of it waits, and that is committed: who has asked up to now gets it.
    await this.redis.del(retellRequestFor(this.service));
    this.signsAnew = false;
    return false;
  }

  /** Once for all who ask meanwhile: another process publishes now. */
  private lookAgainSoon(): boolean {
    this.lookingAgain ??= setTimeout(() => {
      this.lookingAgain = undefined;
      this.wake();
    }, LOOK_AGAIN_AFTER_MS).unref();
    return false;
  }

  /** Redis lost entries: the stream is repaired from the record before anything new goes into it. */
  private async repair(client: StatementClient, { newest, last }: StreamEnd): Promise<boolean> {
    const { stream } = this;
    if (last > newest) {
      // Removed by hand, and Redis takes none of their ids again: they get offsets behind it.
      await publishAgain(client, newest);
      this.logger.warn({ stream }, 'outbox: publishes again what was removed from the stream');
      return true;
    }
    const rows = await publishedAfter(client, newest);
    await this.append(client, rows, newest);
    this.logger.warn({ stream, messages: rows.length }, 'outbox: published again what Redis had lost');
    return true;
  }

  private async publish(client: StatementClient, { newest, last }: StreamEnd): Promise<boolean> {
    const { rows, more } = await waiting(client, last);
    this.isIdle = rows.length === 0;
    if (this.isIdle) return false;
    // Before they are published: a PostgreSQL that takes no writes would let them be so again and again.
    await markPublished(client, rows);
    await this.append(client, rows, newest);
    return more;
  }

  /**
   * The end of the stream, whose entry ids are offsets. New entries are appended behind it or not at all: in
   * a stream that was emptied meanwhile they would hide that the rest is lost.
   */
  private async endOfStream(): Promise<StreamEnd> {
    const [, , [entry], last] = await Promise.all([
      this.redis.unwatch(),
      this.redis.watch(this.stream),
      this.redis.xrevrange(this.stream, '+', '-', 'COUNT', 1),
      lastOffsetOf(this.redis, this.stream),
    ]);
    if (last > LAST_OFFSET - BigInt(BATCH_SIZE))
      throw new Error(`No message has an offset behind the entry ${entry?.[0]}`);
    return { newest: offsetOf(entry?.[0]), fields: entry?.[1], last };
  }

  /**
   * Whether readers refuse the newest entry: a release without signatures wrote it, or its key counts no
   * more. The stream's messages are published again then, signed. Once in a process, since another may still
   * write such entries.
   */
  private isUnsigned({ fields }: StreamEnd): boolean {
    if (this.hasCheckedSignature || !fields) return false;
    const signature = fieldOf(fields, SIGNATURE_FIELD);
    const { BUS_PUBLIC_KEYS } = this.settings;
    if (BUS_PUBLIC_KEYS.isSigned(this.service, this.stream, envelopeOf(fields), signature)) return false;
    const { stream } = this;
    this.logger.warn({ stream }, 'outbox: the newest message has no valid signature, publishes all again');
    return true;
  }

  /** Whether somebody asks for everything again. Redis may not tell a user with the rights of 0.1.0. */
  private async isAsked(): Promise<boolean> {
    return (await unlessForbidden(this.redis.exists(retellRequestFor(this.service)), 0)) === 1;
  }

  /** @param behind the offset of the entry before them */
  private async append(client: StatementClient, rows: OutboxRow[], behind: bigint): Promise<void> {
    let after = String(behind);
    const generation = await generationIn(client);
    const transaction = this.redis.multi();
    for (const { offset, envelope, stream } of rows) {
      const name = streamOf({ owner: this.service, ...(stream && { stream }) });
      // As the versions of the state that is published now count, whenever the message was written.
      const text = JSON.stringify(generation === 0 ? envelope : { ...(envelope as object), generation });
      const fields = [ENVELOPE_FIELD, text, SIGNATURE_FIELD, this.settings.BUS_SIGNING_KEY.sign(name, text)];
      if (stream) transaction.xadd(name, 'MAXLEN', '~', stream.length, '*', ...fields);
      else {
        transaction.xadd(name, `${offset}-0`, ...fields, AFTER_FIELD, after);
        after = offset;
      }
    }
    const published = beginPublishing(this.tracing, this.service, rows);
    if (!(await commit(transaction))) throw new Error('The stream has changed meanwhile');
    published();
  }

  /** Shortens the stream to what somebody may still need. */
  async trim(): Promise<void> {
    if (this.redis.status === 'ready') await trimStream(this.redis, this.stream, this.logger);
  }
}
