import { Injectable } from '@nestjs/common';
import type { TrainingRequirementsState } from '@safety/contracts';
import { CompanyTransactions, currentGeneration, execute, isOlderSql } from '@safety/persistence';
import { DuePeople } from '../standings/due-people.js';

/** Requirements of org structure items, as personnel-org publishes them. */
@Injectable()
export class Requirements {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly due: DuePeople,
  ) {}

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, state: TrainingRequirementsState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { itemId, version, itemName, archived } = state;
    const requirements = archived ? [] : state.requirements;
    const text = `INSERT INTO items AS known (company_id, id, version, name, archived, generation) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (company_id, id) DO UPDATE
        SET version = excluded.version, generation = excluded.generation, name = excluded.name, archived = excluded.archived
      WHERE ${isOlderSql('known')}`;
    const { rowCount } = await execute(client, text, [
      companyId,
      itemId,
      version,
      itemName,
      archived,
      currentGeneration(),
    ]);
    if (!rowCount) return;
    const key = [companyId, itemId];
    const removed = await execute(client, deleteSql, key);
    // The name of an item that requires nothing is shown in no standing.
    if (!removed.rowCount && requirements.length === 0) return;
    await execute(client, 'UPDATE items SET applied_at = now() WHERE company_id = $1 AND id = $2', key);
    await execute(client, insertRequirementsSql, [...key, JSON.stringify(requirements)]);
    await this.due.addOfItem(companyId, itemId);
  }
}

const deleteSql = 'DELETE FROM item_requirements WHERE company_id = $1 AND item_id = $2';

/** Of a company and an item: those of a state, as JSON. */
export const insertRequirementsSql = `
  INSERT INTO item_requirements
    (company_id, item_id, course_id, mandatory, job_titles, grace_days, effective_from)
  SELECT $1, $2, r."courseId", r.requirement = 'mandatory',
    ARRAY(SELECT lower(title) FROM unnest(r."jobTitles") AS title), r."graceDays", r."effectiveFrom"
  FROM jsonb_to_recordset($3) AS r
    ("courseId" uuid, requirement text, "jobTitles" text[], "graceDays" integer, "effectiveFrom" date)
  ON CONFLICT DO NOTHING`;
