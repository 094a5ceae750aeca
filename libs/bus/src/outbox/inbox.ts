import { Injectable } from '@nestjs/common';
import { CompanyTransactions, REMOVED_AT_ONCE, removeInParts, runStatement } from '@safety/persistence';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DataSource } from 'typeorm';
import type { Once, Together } from '../transport/bus-server.js';
import { MOST_AGE_DAYS } from '../transport/demand-age.js';

const REMOVE_EVERY_MS = 60 * 60 * 1000;
/** A day longer than a message may be old, for clocks that differ. */
const KEEP = `${MOST_AGE_DAYS + 1} days`;

/** Applies messages and remembers them in one transaction: delivered twice, one still counts once. */
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
  readonly once: Once = async (envelope, apply) => {
    if (envelope.companyId === null) throw new Error(`${envelope.type} belongs to no company`);
    await this.together(envelope.companyId, [{ envelope, apply }]);
  };

  readonly together: Together = (companyId, messages) =>
    this.transactions.run(companyId, async () => {
      const { client } = this.transactions.current(companyId);
      const ids = messages.map(({ envelope }) => envelope.id);
      const { rows } = await client.query<{ event_id: string }>(
        'INSERT INTO inbox (event_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING event_id',
        [ids],
      );
      const fresh = new Set(rows.map((row) => row.event_id));
      // Of one that is there twice the first counts.
      for (const { envelope, apply } of messages) if (fresh.delete(envelope.id)) await apply();
    });

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
