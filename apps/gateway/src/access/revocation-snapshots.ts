import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { revocationSnapshotSchema } from '@safety/contracts';
import { InjectLogger, InjectSettings, type Logger, Readiness } from '@safety/platform';
import type { GatewaySettings } from '../config.js';
import { Revocations } from './revocations.js';

const POLL_EVERY_MS = 5_000;
/** Without a first snapshot every token is refused, so it is asked for more often. */
const RETRY_EVERY_MS = 500;
const FETCH_TIMEOUT_MS = 3_000;
const NOT_MODIFIED = 304;
/** The tag of no snapshot. */
const NONE = '""';

/**
 * Reads all living revocations from identity: when the gateway starts, and every five seconds from then on. The bus tells
 * them within milliseconds; this is what makes them true with Redis down, emptied or behind, without having to notice. As
 * long as nothing has changed, identity says just that (`If-None-Match`).
 */
@Injectable()
export class RevocationSnapshots implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly address: string;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private newest = NONE;
  private failing = false;

  constructor(
    @InjectSettings() { IDENTITY_URL }: GatewaySettings,
    @InjectLogger() private readonly logger: Logger,
    private readonly revocations: Revocations,
    readiness: Readiness,
  ) {
    // Until identity has answered once every token is refused, so there is no use in sending clients here.
    readiness.add('revocations', async () => {
      if (!revocations.areKnown) throw new Error('The revocations are not known yet');
    });
    this.address = `${IDENTITY_URL}/internal/revocations`;
  }

  /** Listening waits for one attempt; when identity is away the gateway starts all the same. */
  async onApplicationBootstrap(): Promise<void> {
    await this.poll();
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
    clearTimeout(this.timer);
  }

  private async poll(): Promise<void> {
    try {
      await this.read();
      if (this.failing) this.logger.info('revocations are read again');
      this.failing = false;
    } catch (err) {
      if (!this.stopping.signal.aborted && !this.failing) this.report(err);
      this.failing = true;
    }
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(
      () => void this.poll(),
      this.revocations.areKnown ? POLL_EVERY_MS : RETRY_EVERY_MS,
    );
  }

  /** Identity may start after the gateway; once it has answered, its absence is worth a warning. */
  private report(err: unknown): void {
    if (this.revocations.areKnown) this.logger.warn({ err }, 'the revocations cannot be read');
    else this.logger.info('waiting for the revocations of identity');
  }

  private async read(): Promise<void> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
    const response = await fetch(this.address, { signal, headers: { 'if-none-match': this.newest } });
    if (response.status === NOT_MODIFIED) return;
    if (!response.ok) throw new Error(`${this.address} answered ${response.status}`);
    this.revocations.learn(revocationSnapshotSchema.parse(await response.json()).revocations);
    this.newest = response.headers.get('etag') ?? NONE;
  }
}
