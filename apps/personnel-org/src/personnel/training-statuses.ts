import { Injectable } from '@nestjs/common';
import type { TrainingStatusState } from '@safety/contracts';
import { type CompanyActor, CompanyTransactions, execute, keepNewest } from '@safety/persistence';

type Steps = TrainingStatusState['steps'];

/** The training statuses of people by the day on which each begins, as training publishes them. */
@Injectable()
export class TrainingStatuses {
  constructor(private readonly transactions: CompanyTransactions) {}

  async stepsOf({ companyId }: CompanyActor, personnelId: string): Promise<Steps> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT steps FROM training_statuses WHERE company_id = $1 AND personnel_id = $2';
    const { rows } = await execute<{ steps: Steps }>(client, text, [companyId, personnelId]);
    return rows[0]?.steps ?? [];
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, { personnelId, version, steps }: TrainingStatusState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const row = { company_id: companyId, personnel_id: personnelId, version, steps: JSON.stringify(steps) };
    await keepNewest(client, 'training_statuses', ['company_id', 'personnel_id'], row);
  }
}
