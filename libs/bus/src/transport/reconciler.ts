import type { Logger } from '@safety/platform';
import type { Redis } from 'ioredis';
import { isBefore, lastEntryOf, lastTakenBy } from '../groups.js';
import { unlessForbidden } from '../redis-failures.js';
import { deadLettersOf, STREAM_FIELD } from '../streams.js';
import type { Dispatch } from './dispatch.js';
import { envelopeOf, fieldOf } from './envelope-of.js';
import { saysNothingAboutMessage, triesOf } from './passing-failures.js';
import type { Entry } from './read-loop.js';
import { readEnvelope, TooOldMessage, UnreadableMessage } from './read-message.js';
import type { BusTimings } from './timings.js';

/** How far a service has applied each stream, kept in its own database. */
export interface AppliedPositions {
  /** The id of the last entry; `0-0` at first. */
  read(stream: string): Promise<string>;
  write(stream: string, entryId: string): Promise<void>;
}

const START = '0-0';
/** Where the id is kept up to which entries that are too old are passed over: read before, or never. */
const passedUpToOf = (stream: string): string => `${stream} at first`;
/** A message may have a mebibyte, and all of them are in memory at once. */
const BATCH = 20;
/** Dead letters among which an entry is looked for. */
const LETTERS = 1_000;

interface Parts {
  redis: Redis;
  logger: Logger;
  group: string;
  timings: BusTimings;
  dispatch: Dispatch;
  /** Keeps an entry as a dead letter. Resolves with false where Redis is too full for it. */
  setAside: (stream: string, id: string, fields: string[]) => Promise<boolean>;
}

/**
 * Applies each message once more, a little later and apart from the group. Redis cannot hold groups of a
 * stream apart: every reader of the stream can take or acknowledge a message in the name of this service,
 * which then never sees it. A message that was applied before changes nothing, by the inbox or by the version
 * of a state.
 */
export class Reconciler {
  private lastRunAt = Number.NEGATIVE_INFINITY;
  /** Of each stream the entry that failed last, and how often. */
  private readonly failed = new Map<string, { id: string; attempts: number }>();

  constructor(
    private readonly positions: AppliedPositions,
    private readonly streams: readonly string[],
    private readonly parts: Parts,
  ) {}

  /**
   * Looks at each stream, unless it did so a moment ago. Throws when Redis or the database is unavailable.
   */
  async run(): Promise<void> {
    if (performance.now() - this.lastRunAt < this.parts.timings.reconcileEveryMs) return;
    for (const stream of this.streams) await this.follow(stream);
    this.lastRunAt = performance.now();
  }

  /**
   * Goes on behind what was applied, for a while. Messages that the group has yet to take are left to it, as
   * new ones are: whoever takes one in its name moves what it has taken.
   */
  private async follow(stream: string): Promise<void> {
    const { redis, group, timings } = this.parts;
    const last = await lastTakenBy(redis, stream, group);
    if (last === START) return;
    const until = performance.now() + timings.reconcileForMs;
    let position = await this.positions.read(stream);
    const newest = await lastEntryOf(redis, stream);
    let passedUpTo = await this.passedUpTo(stream, position, newest);
    // A stream that was emptied begins anew, and its owner publishes all of it again.
    if (isBefore(newest, position)) {
      // One that only lost its end still has what was applied: none of that is set aside for its age.
      passedUpTo = newest;
      await this.positions.write(passedUpToOf(stream), passedUpTo);
      position = START;
    }
    for (let isOver = false; !isOver; ) {
      const entries = (await redis.xrange(stream, `(${position}`, last, 'COUNT', BATCH)) as Entry[];
      const before = position;
      const firstNew = entries.findIndex(([, fields]) => this.isNew(fields));
      const old = firstNew === -1 ? entries : entries.slice(0, firstNew);
      const applied = await this.parts.dispatch.together(stream, old);
      for (const entry of old) {
        const [id] = entry;
        const isDone = async () => !isOver && this.isDone(stream, entry, isBefore(passedUpTo, id));
        if (!applied.has(id) && !(await isDone())) break;
        position = id;
        isOver = performance.now() >= until;
      }
      if (position !== before) await this.positions.write(stream, position);
      if (entries.length < BATCH || position !== entries.at(-1)?.[0]) return;
    }
  }

  /** Kept as long as the position: the service may come to these entries in another process. */
  private async passedUpTo(stream: string, position: string, newest: string): Promise<string> {
    if (position !== START) return this.positions.read(passedUpToOf(stream));
    await this.positions.write(passedUpToOf(stream), newest);
    return newest;
  }

  /** Whether nothing is left to do with an entry. */
  private async isDone(stream: string, [id, fields]: Entry, hasRead: boolean): Promise<boolean> {
    try {
      await this.parts.dispatch.one(stream, fields);
    } catch (err) {
      if (saysNothingAboutMessage(err)) throw err;
      // Behind what the service has read, and acknowledged before its database was restored.
      if (err instanceof TooOldMessage && hasRead) return this.setsAside(stream, id, fields, err);
      // Its owner signed no such thing, so nothing is lost by it; the group shows it to operators.
      if (err instanceof UnreadableMessage) return true;
      return this.givesUp(stream, id, fields, err);
    }
    return true;
  }

  /** The group tries again what fails, and sets it aside; only what it never saw is set aside here. */
  private async givesUp(stream: string, id: string, fields: string[], err: unknown): Promise<boolean> {
    const before = this.failed.get(stream);
    const attempts = before?.id === id ? before.attempts + 1 : 1;
    this.failed.set(stream, { id, attempts });
    if (attempts < triesOf(err)) return false;
    return this.setsAside(stream, id, fields, err);
  }

  private async setsAside(stream: string, id: string, fields: string[], err: unknown): Promise<boolean> {
    if (await this.isPending(stream, id)) return false;
    // Redis does not tell a user with the rights of 0.1.0: set aside twice, it holds up nothing.
    if (await unlessForbidden(this.isSetAside(stream, id), false)) return true;
    if (!(await this.parts.setAside(stream, id, fields))) return false;
    this.parts.logger.warn(
      { err, stream, message: id },
      'bus: a message that the group does not have is set aside',
    );
    return true;
  }

  /** Whether the group has taken an entry and has not applied it. */
  private async isPending(stream: string, id: string): Promise<boolean> {
    const { redis, group } = this.parts;
    return (await redis.xpending(stream, group, id, id, 1)).length > 0;
  }

  private async isSetAside(stream: string, id: string): Promise<boolean> {
    const { redis, group } = this.parts;
    let before = '+';
    for (let seen = 0; seen < LETTERS; seen += BATCH) {
      const letters = await redis.xrevrange(deadLettersOf(group), before, '-', 'COUNT', BATCH);
      const isHere = letters.some(
        ([, letter]) => fieldOf(letter, 'message') === id && fieldOf(letter, STREAM_FIELD) === stream,
      );
      const last = letters.at(-1);
      if (isHere || !last) return isHere;
      before = `(${last[0]}`;
    }
    return false;
  }

  /** An entry that cannot be read has no time: it is looked at like an old one, as is one of tomorrow. */
  private isNew(fields: string[]): boolean {
    try {
      const { occurredAt } = readEnvelope(envelopeOf(fields));
      return Math.abs(Date.now() - Date.parse(occurredAt)) < this.parts.timings.reconcileAfterMs;
    } catch {
      return false;
    }
  }
}
