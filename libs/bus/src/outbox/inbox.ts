import { Injectable } from '@nestjs/common';
import type { Envelope } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import type { Once } from '../transport/bus-server.js';

/** Applies a message and remembers it in one transaction: delivered twice, it still counts once. */
@Injectable()
export class Inbox {
  constructor(private readonly transactions: CompanyTransactions) {}

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
}
