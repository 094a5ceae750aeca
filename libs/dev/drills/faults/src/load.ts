import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { demoQuarries } from '@safety/demo-data';
import { ask, type Outcome } from './client.js';
import type { LoadLog } from './load-log.js';
import { reads, type Write, writes } from './requests.js';

export interface LoadOptions {
  suiteUrl: string;
  /** Access token of a user of both companies. */
  token: string;
  /** Requests begun in a second, whether those before are answered or not. */
  perSecond: number;
}

/** For whom nobody told when to come back. */
const RETRY_AFTER_MS = 150;
/** Long after this no write is going to be acknowledged. */
const ACKNOWLEDGED_WITHIN_MS = 60_000;
/** 409 is the first request with the key, still running. */
const TRY_AGAIN = new Set([0, 409, 429, 503]);

const pauseAfter = ({ retryAfter }: Outcome): number =>
  retryAfter === null ? RETRY_AFTER_MS : Number(retryAfter) * 1_000;

/**
 * Reads and writes at a steady pace, whatever the answers; writes are repeated with their key until they are
 * acknowledged.
 */
export class Load {
  /** Ids of the rows that were acknowledged. */
  readonly acknowledged = new Map<Write, string[]>(writes.map((write) => [write, []]));
  /** The names of all rows begin with it. */
  readonly prefix = `Drill ${randomUUID()}`;
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private count = 0;

  constructor(
    private readonly options: LoadOptions,
    private readonly log: LoadLog,
    /** Looks at every page of rows that was read. */
    private readonly inspect: (companyId: string, page: unknown) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.begin(), 1000 / this.options.perSecond);
  }

  /** Begins nothing more, and resolves when every write is acknowledged, or never will be. */
  async finish(): Promise<void> {
    clearInterval(this.timer);
    const patience = setTimeout(() => this.stopping.abort(), ACKNOWLEDGED_WITHIN_MS);
    await Promise.all(this.underWay);
    clearTimeout(patience);
  }

  /** Gives up what is not answered. */
  abandon(): void {
    clearInterval(this.timer);
    this.stopping.abort();
  }

  private begin(): void {
    const number = this.count++;
    const work = number % 2 === 0 ? this.read(number / 2) : this.write(number);
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private async read(number: number): Promise<void> {
    const read = reads[number % reads.length];
    if (!read) return;
    const outcome = await this.send(read.path, read.companyId);
    this.log.add(read.app, `GET ${read.path}`, outcome);
    if (outcome.status === 200 && read.app !== 'accounts') this.inspect(read.companyId, outcome.body);
  }

  private async write(number: number): Promise<void> {
    const write = writes[(number >> 1) % writes.length];
    if (!write) return;
    const name = `${this.prefix} ${number}`;
    while (!this.stopping.signal.aborted) {
      const outcome = await this.send(write.path, demoQuarries.id, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': name.replaceAll(' ', '-') },
        body: JSON.stringify(write.body(name)),
      });
      if (outcome.status !== 409) this.log.add(write.app, `POST ${write.path}`, outcome);
      if (outcome.status === 201) {
        this.acknowledged.get(write)?.push((outcome.body as { id: string }).id);
        return;
      }
      if (!TRY_AGAIN.has(outcome.status)) return;
      await delay(pauseAfter(outcome) * (1 + Math.random()));
    }
    this.log.unexpected.push(`POST ${write.path}: never acknowledged`);
  }

  private send(path: string, companyId: string, init: RequestInit = {}): Promise<Outcome> {
    return ask(`${this.options.suiteUrl}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${this.options.token}`,
        'x-company-context': companyId,
        ...init.headers,
      },
    });
  }
}
