import { Injectable } from '@nestjs/common';
import type { Envelope } from '@safety/contracts';
import { CompanyTransactions, REMOVED_AT_ONCE, removeInParts, runStatement } from '@safety/persistence';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DataSource } from 'typeorm';
import type { Once } from '../transport/bus-server.js';
import { MOST_AGE_DAYS } from '../transport/demand-age.js';

const REMOVE_EVERY_MS = 60 * 60 * 1000;
/** A day longer than a message may be old, for clocks that differ. */
const KEEP = `${MOST_AGE_DAYS + 1} days`;

/** Applies a message and remembers it in one transaction: delivered twice, it still counts once. */
@Injectable()
export class Inbox extends Periodic {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'inbox: removal', everyMs: REMOVE_EVERY_MS });
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

  /** Removes messages that are too old to be delivered again. */
  protected work(): Promise<number> {
    return removeInParts(async () => {
      const { rowCount } = await runStatement(
        this.dataSource,
        `DELETE FROM inbox WHERE event_id IN (
          SELECT event_id FROM inbox WHERE handled_at < now() - interval '${KEEP}' LIMIT ${REMOVED_AT_ONCE})`,
        [],
      );
      return rowCount ?? 0;
    });
  }
}
