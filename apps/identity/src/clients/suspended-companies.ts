import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type CompanyState, clientChanged } from '@safety/contracts';
import { currentGeneration, isOlderSql } from '@safety/persistence';
import { Database } from '../storage/database/database.js';
import { Clients } from './clients.js';

/** Companies whose clients are refused, as accounts published last. */
@Injectable()
export class SuspendedCompanies {
  constructor(
    private readonly database: Database,
    private readonly clients: Clients,
    private readonly outbox: Outbox,
  ) {}

  /** Keeps the newest status of a company. When it changes, every process looks at its clients again. */
  async keep({ id, version, status }: CompanyState): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { client, afterCommit } = transaction;
      const suspended = status === 'suspended';
      const { rows: known } = await client.query<{ suspended: boolean }>(
        'SELECT suspended FROM suspended_companies WHERE company_id = $1 FOR UPDATE',
        [id],
      );
      await client.query(
        `INSERT INTO suspended_companies AS known (company_id, version, suspended, generation) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id) DO UPDATE SET version = excluded.version, suspended = excluded.suspended, generation = excluded.generation
         WHERE ${isOlderSql('known')}`,
        [id, version, suspended, currentGeneration()],
      );
      if ((known[0]?.suspended ?? false) === suspended) return;
      const { rows } = await client.query<{ id: string }>('SELECT id FROM clients WHERE company_id = $1', [
        id,
      ]);
      for (const { id: clientId } of rows) {
        await this.outbox.add(transaction, clientChanged, { clientId, change: 'changed' });
        afterCommit.push(() => this.clients.forget(clientId));
      }
    });
  }
}
