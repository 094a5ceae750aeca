import { Injectable } from '@nestjs/common';
import { AnyProcess, type HttpAnswer } from '@safety/auth-guard';
import { type RevocationPage, revocationPageSchema, revocationPagesPath } from '@safety/contracts';
import { InjectLogger, InjectSettings, type Logger, Periodic, Readiness, tlsAdvice } from '@safety/platform';
import type { GatewaySettings } from '../config.js';
import { Revocations } from './revocations.js';

const POLL_EVERY_MS = 5_000;
/**
 * Without a first snapshot every token is refused, so it is asked for more often; and also at first, since
 * nobody tells what was revoked between the snapshot and the moment from which the bus is read.
 */
const POLL_AT_FIRST_EVERY_MS = 500;
const AT_FIRST_MS = 5_000;
/** More than a clock strays between two looks; less than any token lives. */
const CLOCK_MOVED_MS = 2_000;
/** The service listens after one attempt, so the gateway also starts while identity is unavailable. */
const PERIOD = { name: 'revocations', everyMs: POLL_AT_FIRST_EVERY_MS, atStart: true };

/**
 * Reads all living revocations from identity: when the gateway starts, and every five seconds from then on,
 * at first more often. The bus tells them within milliseconds; this is what makes them true with Redis down,
 * emptied or behind, without having to notice. After the first time, it asks for what is new since then; for
 * all of them after the clock was set, since one that was ahead has let living ones be forgotten.
 */
@Injectable()
export class RevocationSnapshots extends Periodic {
  private readonly identity: AnyProcess;
  private readonly stopping = new AbortController();
  private readonly startedAt = performance.now();
  private askedAt = Number.NEGATIVE_INFINITY;
  /** Everything that was committed before it is known. */
  private position: string | undefined;
  /** When this process began, by its clock as it went last. */
  private clock = startByClock();
  private failing = false;
  private knownAt = performance.now();

  constructor(
    @InjectSettings() { IDENTITY_URL }: GatewaySettings,
    @InjectLogger() logger: Logger,
    private readonly revocations: Revocations,
    readiness: Readiness,
  ) {
    super(logger, PERIOD);
    // Until identity has answered once every token is refused, so there is no use in sending clients here.
    readiness.add('revocations', async () => {
      if (!revocations.areKnown) throw new Error('The revocations are not known yet');
    });
    this.identity = new AnyProcess(IDENTITY_URL);
  }

  /** Seconds since identity has sent all of them; since the start before the first time. */
  get ageSeconds(): number {
    return (performance.now() - this.knownAt) / 1000;
  }

  /** An answer that does not come must not hold up the shutdown. */
  override beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    return super.beforeApplicationShutdown();
  }

  protected async work(): Promise<void> {
    if (!this.isDue()) return;
    try {
      await this.read();
      if (this.failing) this.logger.info('revocations: are read again');
      this.failing = false;
    } catch (err) {
      if (!this.stopping.signal.aborted && !this.failing) this.report(err);
      this.failing = true;
    }
    this.askedAt = performance.now();
  }

  private isDue(): boolean {
    const now = performance.now();
    const isNew = !this.revocations.areKnown || now - this.startedAt < AT_FIRST_MS;
    return isNew || now - this.askedAt >= POLL_EVERY_MS;
  }

  /** Identity may start after the gateway; once it has answered, its absence is worth a warning. */
  private report(err: unknown): void {
    if (this.revocations.areKnown) this.logger.warn({ err }, 'revocations: cannot be read from identity');
    else if (tlsAdvice(err))
      this.logger.warn({ err }, 'revocations: the certificate of identity is not believed');
    else this.logger.info('revocations: waits for identity');
  }

  /** A commit while pages are read may lie behind them: the first page says where to begin again. */
  private async read(): Promise<void> {
    if (this.hasClockMoved()) this.position = undefined;
    const first = await this.page(this.position);
    for (let { next } = first; next !== null; ) ({ next } = await this.page(next));
    this.revocations.markKnown();
    this.position = this.hasClockMoved() ? undefined : first.position;
    this.knownAt = performance.now();
  }

  private hasClockMoved(): boolean {
    const clock = startByClock();
    if (Math.abs(clock - this.clock) < CLOCK_MOVED_MS) return false;
    this.clock = clock;
    return true;
  }

  private page(after: string | undefined): Promise<RevocationPage> {
    return this.identity.ask({
      path: after === undefined ? revocationPagesPath : `${revocationPagesPath}?after=${after}`,
      signal: this.stopping.signal,
      read: (answer) => this.learn(answer),
    });
  }

  private async learn(answer: HttpAnswer): Promise<RevocationPage> {
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    const page = revocationPageSchema.parse(await answer.json());
    for (const revocation of page.revocations) this.revocations.add(revocation);
    return page;
  }
}

const startByClock = (): number => Date.now() - performance.now();
