import { randomUUID } from 'node:crypto';
import type { MessageContract } from '@safety/contracts';
import { hasGroup } from '../groups.js';
import {
  deadLettersOf,
  failuresOf,
  repeatsFor,
  retellRequestFor,
  STREAM_FIELD,
  STREAM_LENGTH,
  streamOf,
} from '../streams.js';
import type { BusServerOptions } from './bus-server.js';
import type { Dispatch } from './dispatch.js';
import { forgetGoneConsumers } from './gone-consumers.js';
import { followGap, missesMessages } from './missed-messages.js';
import { originOf } from './owner-signature.js';
import { saysNothingAboutMessage, triesOf } from './passing-failures.js';
import { type Entry, ReadLoop } from './read-loop.js';
import { UnreadableMessage } from './read-message.js';
import { Reconciler } from './reconciler.js';

/** Of each stream. A message may have a mebibyte, and all of them are in memory at once. */
const BATCH = 20;

/**
 * Reads streams as one of a service's replicas. Each message goes to one of them, is acknowledged once it is
 * applied, and is tried again when it fails. After eight tries it moves to the dead letters, after a hundred
 * where they met a time limit, so that it blocks nothing; an unreadable message moves there immediately.
 */
export class GroupReader extends ReadLoop {
  private readonly reconciler: Reconciler | undefined;
  private readonly consumer = randomUUID();
  /** The streams of the messages, and the one for dead letters that are tried once more. */
  private readonly streams: string[];
  /** The services that can publish everything again, by their streams. */
  private readonly owners: ReadonlyMap<string, string>;
  /** Of each stream the entries that were taken over last, once they were looked at for gaps. */
  private readonly lookedAt = new Map<string, ReadonlySet<string>>();
  /** Owners of messages that were missed, until they are asked: a full Redis keeps no request. */
  private readonly toAsk = new Set<string>();

  constructor(
    options: BusServerOptions,
    contracts: readonly MessageContract[],
    private readonly dispatch: Dispatch,
  ) {
    super(options);
    this.streams = [...new Set(contracts.map(streamOf)), repeatsFor(options.group)];
    const ordered = contracts.filter(({ stream }) => !stream);
    this.owners = new Map(ordered.map((contract) => [streamOf(contract), contract.owner]));
    const { positions, logger, group } = options;
    const { redis, timings } = this;
    const setAside = (stream: string, id: string, fields: string[]) =>
      this.unlessFull(
        this.setAside(stream, id, fields).then(() => true),
        false,
      );
    this.reconciler =
      positions &&
      new Reconciler(positions, [...this.owners.keys()], {
        redis,
        logger,
        group,
        timings,
        dispatch,
        setAside,
      });
  }

  protected async next(): Promise<void> {
    await this.askOwners();
    await this.takeOver();
    await this.readNew();
    await this.reconciler?.run();
  }

  protected override async begin(): Promise<void> {
    await this.createGroups();
    for (const stream of this.streams) {
      await forgetGoneConsumers(this.redis, stream, this.options.group);
    }
    for (const stream of this.owners.keys()) {
      if (await missesMessages(this.redis, stream, this.options.group))
        await this.askForMissedMessages(stream);
    }
  }

  private async askForMissedMessages(stream: string): Promise<void> {
    const owner = this.owners.get(stream);
    if (owner === undefined) return;
    this.options.logger.warn({ stream }, 'bus: messages were missed, asks their owner to publish all again');
    this.toAsk.add(owner);
    await this.askOwners();
  }

  private async askOwners(): Promise<void> {
    for (const owner of this.toAsk) {
      const asked = this.redis.set(retellRequestFor(owner), this.options.group);
      if ((await this.unlessFull(asked, null)) === 'OK') this.toAsk.delete(owner);
    }
  }

  /**
   * The process that took them first may have been killed before it could ask. Entries that cannot be applied
   * are taken over again and again.
   */
  private async askOnceForGap(stream: string, entries: readonly Entry[]): Promise<void> {
    const lookedAt = this.lookedAt.get(stream);
    if (entries.every(([id]) => lookedAt?.has(id))) return;
    if (await followGap(this.redis, stream, entries)) await this.askForMissedMessages(stream);
    this.lookedAt.set(stream, new Set(entries.map(([id]) => id)));
  }

  /** Only those that are missing: a full Redis refuses to create one that is there, and needs its readers. */
  private async createGroups(): Promise<void> {
    for (const stream of this.streams) {
      if (await hasGroup(this.redis, stream, this.options.group)) continue;
      await this.redis.xgroup('CREATE', stream, this.options.group, '0', 'MKSTREAM').catch((error: Error) => {
        if (!error.message.startsWith('BUSYGROUP')) throw error;
      });
    }
  }

  private async readNew(): Promise<void> {
    const answer = await this.redis.xreadgroup(
      'GROUP',
      this.options.group,
      this.consumer,
      'COUNT',
      BATCH,
      'BLOCK',
      this.timings.blockMs,
      'STREAMS',
      ...this.streams,
      ...this.streams.map(() => '>'),
    );
    for (const [stream, entries] of (answer ?? []) as [string, Entry[]][]) {
      if (await followGap(this.redis, stream, entries)) await this.askForMissedMessages(stream);
      await this.apply(stream, entries);
    }
  }

  private async takeOver(): Promise<void> {
    for (const stream of this.streams) {
      const [, entries, removed] = (await this.redis.xautoclaim(
        stream,
        this.options.group,
        this.consumer,
        this.timings.takeOverAfterMs,
        '0',
        'COUNT',
        BATCH,
      )) as [string, Entry[], string[] | undefined];
      // Taken, not applied, and gone from the stream.
      if (removed && removed.length > 0) {
        await this.redis.hdel(failuresOf(this.options.group), ...removed.map((id) => `${stream} ${id}`));
        await this.askForMissedMessages(stream);
      }
      await this.askOnceForGap(stream, entries);
      await this.apply(stream, entries);
    }
  }

  private async apply(stream: string, entries: Entry[]): Promise<void> {
    const applied = await this.dispatch.together(stream, entries);
    if (applied.size > 0) await this.finish(stream, ...applied);
    for (const [id, fields] of entries) {
      if (applied.has(id)) continue;
      try {
        await this.dispatch.one(stream, fields);
        await this.finish(stream, id);
      } catch (err) {
        if (this.isStopping) return;
        if (saysNothingAboutMessage(err)) throw err;
        this.options.logger.warn({ err, stream, message: id }, 'bus: a message could not be applied');
        const counted = this.redis.hincrby(failuresOf(this.options.group), `${stream} ${id}`, 1);
        const failures = await this.unlessFull(counted, 0);
        if (err instanceof UnreadableMessage || failures >= triesOf(err)) {
          await this.setAside(stream, id, fields).catch((reason) =>
            this.options.logger.error(
              { err: reason, stream, message: id },
              'bus: a message could not be set aside',
            ),
          );
        }
      }
    }
  }

  /** In no transaction: a full Redis takes none, and is emptied by this. */
  private async finish(stream: string, ...ids: string[]): Promise<void> {
    const { group } = this.options;
    await Promise.all([
      this.redis.xack(stream, group, ...ids),
      this.redis.hdel(failuresOf(group), ...ids.map((id) => `${stream} ${id}`)),
    ]);
  }

  private async setAside(stream: string, id: string, fields: string[]): Promise<void> {
    const target = deadLettersOf(this.options.group);
    // Kept before it is acknowledged.
    await this.redis.xadd(
      target,
      'MAXLEN',
      '~',
      STREAM_LENGTH,
      '*',
      STREAM_FIELD,
      originOf(stream, fields, this.options.group),
      'message',
      id,
      ...fields,
    );
    await this.finish(stream, id);
    this.options.logger.error({ stream, message: id, target }, 'bus: a message moved to the dead letters');
  }
}
