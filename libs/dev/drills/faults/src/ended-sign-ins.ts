import { setTimeout as delay } from 'node:timers/promises';
import type { Suite } from '@safety/local-stack';
import { ask, revoke, type Tokens, tokensOf } from './client.js';
import { signIn } from './sign-in.js';

/** An access token that must be refused, and which gateways refuse it already. */
interface Ended {
  token: string;
  at: number;
  refusedBy: Set<string>;
}

/** Why it failed, when it was under way, and whether it was one of several steps, in a browser. */
export interface FailedSignIn {
  why: string;
  inBrowser: boolean;
  from: number;
  to: number;
}

const BEGIN_EVERY_MS = 700;
const LOOK_EVERY_MS = 25;
const CONCURRENT_LOOKS = 4;
const RETRY_AFTER_MS = 100;
/** The limit while Redis is unavailable. */
const REFUSED_WITHIN_MS = 30_000;
/** Long after this a gateway that answers neither 200 nor 401 is not going to. */
const ANSWERED_WITHIN_MS = 180_000;

/**
 * Signs users in and out again, in turn by a session's end and a grant's, and shows their tokens to every
 * gateway from then on.
 */
export class EndedSignIns {
  /** Refused by every gateway in the end. */
  count = 0;
  /** How long after its end a token was still taken, at most. */
  takenForMs = 0;
  /** Tokens that a gateway let through after it had refused them. */
  accepted = 0;
  /** Tokens that a gateway still took half a minute after their end, or said nothing of for three. */
  neverRefused = 0;
  /** Sign-ins that failed on the way. */
  readonly failures: FailedSignIn[] = [];
  private readonly ended: Ended[] = [];
  private readonly looking = new Set<Ended>();
  private isAbandoned = false;
  private readonly stopping = new AbortController();
  private readonly running: Promise<unknown>[] = [];

  constructor(
    private readonly suite: Pick<Suite, 'url' | 'replicaUrls'>,
    private readonly email: string,
  ) {}

  start(): void {
    this.running.push(this.keepEnding(), this.keepLooking());
  }

  /** Begins nothing more, and resolves when every token is refused, or should have been. */
  async finish(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
    while (this.looking.size > 0) await delay(LOOK_EVERY_MS);
    await Promise.all(this.ended.flatMap((one) => this.gateways.map((gateway) => this.look(one, gateway))));
  }

  abandon(): void {
    this.isAbandoned = true;
    this.stopping.abort();
  }

  private get gateways(): readonly string[] {
    return this.suite.replicaUrls.gateway;
  }

  private async keepEnding(): Promise<void> {
    for (let turn = 0; !this.stopping.signal.aborted; turn++) {
      const from = performance.now();
      const inBrowser = turn % 2 === 0;
      try {
        const token = await this.endOne(inBrowser);
        this.watch({ token, at: performance.now(), refusedBy: new Set() });
      } catch (error) {
        this.failures.push({
          ...{ inBrowser, from, to: performance.now() },
          why: `A sign-in failed: ${(error as Error).message}`,
        });
      }
      await this.pause(BEGIN_EVERY_MS);
    }
  }

  /** Resolves with an access token that has been told to have ended. */
  private async endOne(inBrowser: boolean): Promise<string> {
    if (inBrowser) {
      const { tokens, signOut } = await signIn(this.suite.url, this.email);
      await signOut();
      return tokens.access_token;
    }
    const tokens: Tokens = await tokensOf(this.suite.url, this.email);
    // A request without an answer is repeated: only an answer says that it has ended.
    while ((await revoke(this.suite.url, tokens)).status !== 200 && !this.stopping.signal.aborted)
      await delay(RETRY_AFTER_MS);
    return tokens.access_token;
  }

  private watch(one: Ended): void {
    this.looking.add(one);
    void Promise.all(this.gateways.map((gateway) => this.untilRefused(one, gateway))).then(() => {
      this.count++;
      this.ended.push(one);
      this.looking.delete(one);
    });
  }

  private async untilRefused(one: Ended, gateway: string): Promise<void> {
    while (!one.refusedBy.has(gateway) && !this.isAbandoned) {
      const isTaken = (await this.look(one, gateway)) === 200;
      if (performance.now() - one.at > (isTaken ? REFUSED_WITHIN_MS : ANSWERED_WITHIN_MS)) {
        this.neverRefused++;
        return;
      }
      await delay(LOOK_EVERY_MS);
    }
  }

  private async keepLooking(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const some = this.ended.toSorted(() => Math.random() - 0.5).slice(0, CONCURRENT_LOOKS);
      await Promise.all(some.flatMap((one) => this.gateways.map((gateway) => this.look(one, gateway))));
      await this.pause(LOOK_EVERY_MS * 4);
    }
  }

  /** Resolves with the status; 503 and no answer say nothing. */
  private async look({ token, at, refusedBy }: Ended, gateway: string): Promise<number> {
    const askedAt = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await ask(`${gateway}/accounts/companies/me`, { headers });
    if (status === 401) refusedBy.add(gateway);
    if (status === 200) {
      this.takenForMs = Math.max(this.takenForMs, Math.round(askedAt - at));
      if (refusedBy.has(gateway)) this.accepted++;
    }
    return status;
  }

  private pause(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
