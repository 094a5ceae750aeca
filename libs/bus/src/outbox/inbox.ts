import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Envelope } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { InjectLogger, type Logger } from '@safety/platform';
import { DataSource } from 'typeorm';
import type { Once } from '../transport/bus-server.js';

const REMOVE_EVERY_MS = 60 * 60 * 1000;
/** Longer than an outbox keeps what could be told again and does not tell a whole state. */
const KEEP = '14 days';

/** Applies a message and remembers it in one transaction: delivered twice, it still counts once. */
@Injectable()
export class Inbox implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const remove = () => this.removeOld().catch((err) => this.logger.warn({ err }, 'old inbox rows stay'));
    this.timer = setInterval(() => void remove(), REMOVE_EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Runs `apply` in the message's company transaction unless the message was applied before. */
  readonly once: Once = async (envelope: Envelope, apply: () => Promise<void>) => {
    if (envelope.companyId === null) throw new Error(`${envelope.type} belongs to no company`);
    const { companyId } = envelope;
    await this.transactions.run(companyId, async () => {
      const { client } = this.transactions.current(companyId);
      const { rowCount } = await client.query(
        'INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING',
        [envelope.id],
      );
      if (rowCount === 1) await apply();
    });
  };

  private async removeOld(): Promise<void> {
    await this.dataSource.query(`DELETE FROM inbox WHERE handled_at < now() - interval '${KEEP}'`);
  }
}
