import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type TrainingStatusState, trainingStatusChanged } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';

type Steps = TrainingStatusState['steps'];
type Status = Steps[number]['status'];

interface Published {
  version: number;
  steps: Steps;
}

/**
 * Days of change that are looked at for each person. The last step holds until the next message, which comes
 * with the first of these days at the latest.
 */
const MOST_DAYS = 32;

/** Publishes the training status of people, today and later, when it is another than was published. */
@Injectable()
export class PersonStatuses {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly outbox: Outbox,
  ) {}

  /** Locks what was published of people, so that two replicas never look at the same person at once. */
  async lock(companyId: string, people: readonly string[]): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const values = [companyId, people];
    await execute(client, addMissingSql, values);
    const text = `SELECT FROM training_statuses WHERE company_id = $1 AND personnel_id = ANY($2)
      ORDER BY personnel_id FOR UPDATE`;
    await execute(client, text, values);
  }

  /** Publishes what has changed for people who are locked. */
  async publish(companyId: string, people: readonly string[], today: string): Promise<void> {
    const published = await this.published(companyId, people);
    const steps = await this.steps(companyId, people, today);
    const changed = [...steps].flatMap(([personnelId, now]): TrainingStatusState[] => {
      const { version, steps: before } = published.get(personnelId) ?? { version: 0, steps: [] };
      return sameFrom(today, before, now) ? [] : [{ personnelId, version: version + 1, steps: now }];
    });
    if (changed.length === 0) return;
    const transaction = this.transactions.current(companyId);
    await execute(transaction.client, publishedSql, [companyId, JSON.stringify(changed)]);
    await this.outbox.addAll(transaction, trainingStatusChanged, changed);
  }

  private async steps(companyId: string, people: readonly string[], today: string) {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT personnel_id AS "personnelId", day, status FROM training_steps($1, $2, $3, $4) ORDER BY day`;
    const { rows } = await execute<{ personnelId: string; day: string; status: Status }>(client, text, [
      companyId,
      people,
      today,
      MOST_DAYS,
    ]);
    const steps = Map.groupBy(rows, ({ personnelId }) => personnelId);
    return new Map(
      [...steps].map(([id, days]) => [id, merged(days.map(({ day, status }) => ({ from: day, status })))]),
    );
  }

  private async published(companyId: string, people: readonly string[]): Promise<Map<string, Published>> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT personnel_id AS "personnelId", version, steps FROM training_statuses
      WHERE company_id = $1 AND personnel_id = ANY($2)`;
    const { rows } = await execute<Published & { personnelId: string }>(client, text, [companyId, people]);
    return new Map(rows.map((row) => [row.personnelId, row]));
  }
}

const publishedSql = `
  UPDATE training_statuses AS s SET version = c.version, steps = c.steps
  FROM jsonb_to_recordset($2) AS c("personnelId" uuid, version integer, steps jsonb)
  WHERE s.company_id = $1 AND s.personnel_id = c."personnelId"`;

const addMissingSql = `
  INSERT INTO training_statuses (company_id, personnel_id)
  SELECT $1, p.id FROM personnel AS p WHERE p.company_id = $1 AND p.id = ANY($2) ORDER BY p.id
  ON CONFLICT DO NOTHING`;

/** Steps without those that change nothing. */
const merged = (steps: Steps): Steps =>
  steps.filter(({ status }, index) => index === 0 || steps[index - 1]?.status !== status);

/**
 * Whether what was published says the same of each day from `today` on; of whom nothing was, nothing is
 * required. It may begin on a later day, where the company was in another time zone.
 */
function sameFrom(today: string, before: Steps, steps: Steps): boolean {
  const known: Steps = before.length === 0 ? [{ from: today, status: 'notRequired' }] : before;
  const inForce = known.findLast(({ from }) => from <= today);
  if (!inForce) return false;
  const rest = [{ from: today, status: inForce.status }, ...before.filter(({ from }) => from > today)];
  return JSON.stringify(merged(rest)) === JSON.stringify(steps);
}
