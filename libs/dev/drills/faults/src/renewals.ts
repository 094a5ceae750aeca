import { setTimeout as delay } from 'node:timers/promises';
import type { Suite } from '@safety/local-stack';
import { ask, renew, type Tokens, tokensOf } from './client.js';
import type { LoadLog } from './load-log.js';

const RENEW_EVERY_MS = 300;
const RETRY_AFTER_MS = 100;
const TRY_AGAIN = new Set([0, 429, 503]);

/** A client that renews its tokens all the time, and uses every new one at once at every gateway. */
export class Renewals {
  /** Renewals that were refused: the user would have to sign in again. */
  forcedSignIns = 0;
  /** Access tokens that were refused although they had just been issued. */
  refused = 0;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly suite: Pick<Suite, 'url' | 'replicaUrls'>,
    private readonly email: string,
    private readonly log: LoadLog,
  ) {}

  async start(): Promise<void> {
    this.running = this.keepRenewing(await tokensOf(this.suite.url, this.email));
  }

  /** Begins no further renewal. */
  async finish(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepRenewing(first: Tokens): Promise<void> {
    let tokens = first;
    while (!this.stopping.signal.aborted) {
      await delay(RENEW_EVERY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      const outcome = await renew(this.suite.url, tokens);
      this.log.add('identity', 'POST /auth/connect/token', outcome);
      if (outcome.status === 200) {
        tokens = outcome.body as Tokens;
        await this.use(tokens);
      } else if (TRY_AGAIN.has(outcome.status)) await delay(RETRY_AFTER_MS);
      else {
        this.forcedSignIns++;
        return;
      }
    }
  }

  private async use({ access_token: token }: Tokens): Promise<void> {
    const headers = { authorization: `Bearer ${token}` };
    const outcomes = await Promise.all(
      this.suite.replicaUrls.gateway.map((gateway) => ask(`${gateway}/accounts/companies/me`, { headers })),
    );
    this.refused += outcomes.filter(({ status }) => status === 401).length;
  }
}
