import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { demoQuarries } from '@safety/demo-data';
import { newName } from './api.js';
import { hazardWrite } from './requests.js';

const TICK_MS = 10;
/** Longer than the gateway lets a request take: what is not answered by then counts as not answered. */
const PATIENCE_MS = 12_000;

/** How many requests were answered with a status, and 0 for those without an answer. */
export type Answers = Map<number, number>;

const count = (answers: Answers, status: number): void =>
  void answers.set(status, (answers.get(status) ?? 0) + 1);

/** Writes for which nobody asks again, as many as somebody likes. */
export class Flood {
  private readonly agent = new Agent({ keepAlive: true });
  private next = 0;

  constructor(
    private readonly gateways: readonly string[],
    private readonly token: string,
  ) {}

  /** So many writes at a time for so long: resolves with how many a second succeeded. */
  async capacity(writers: number, seconds: number): Promise<number> {
    return ((await this.crowd(writers, seconds)).get(201) ?? 0) / seconds;
  }

  /** The same, with all answers. */
  async crowd(writers: number, seconds: number): Promise<Answers> {
    const answers: Answers = new Map();
    const end = performance.now() + seconds * 1_000;
    const writer = async (): Promise<void> => {
      while (performance.now() < end) count(answers, await this.write());
    };
    await Promise.all(Array.from({ length: writers }, writer));
    return answers;
  }

  /** Begins so many writes a second for so long, whatever comes of them; resolves once all are answered. */
  async pour(perSecond: number, seconds: number): Promise<Answers> {
    const answers: Answers = new Map();
    const underWay: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1_000) {
      while (underWay.length < elapsed * perSecond) {
        underWay.push(this.write().then((status) => count(answers, status)));
      }
      await delay(TICK_MS);
    }
    await Promise.all(underWay);
    return answers;
  }

  close(): void {
    this.agent.destroy();
  }

  private write(): Promise<number> {
    const gateway = this.gateways[this.next++ % this.gateways.length];
    const body = JSON.stringify(hazardWrite.body(newName()));
    const { promise, resolve } = Promise.withResolvers<number>();
    const sent = request(`${gateway}${hazardWrite.path}`, {
      agent: this.agent,
      method: 'POST',
      timeout: PATIENCE_MS,
      headers: {
        authorization: `Bearer ${this.token}`,
        'x-company-context': demoQuarries.id,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    sent.on('timeout', () => sent.destroy(new Error('It hangs')));
    sent.on('error', () => resolve(0));
    sent.on('response', (response) => {
      response.resume().on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.end(body);
    return promise;
  }
}
