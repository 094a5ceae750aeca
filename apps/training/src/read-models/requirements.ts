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
    const values = [companyId, itemId, JSON.stringify(requirements)];
    const removed = await execute(client, removeSql, values);
    const kept = await execute(client, keepRequirementsSql, values);
    // The item was written otherwise. Its name is read with each standing: nobody has to be looked at.
    if (!removed.rowCount && !kept.rowCount) return;
    await execute(client, appliedSql, [companyId, itemId]);
    await this.due.addOfItem(companyId, itemId);
  }
}

const appliedSql = 'UPDATE items SET applied_at = now() WHERE company_id = $1 AND id = $2';

/** Those that a state, as JSON, does not have any more. */
const removeSql = `
  DELETE FROM item_requirements WHERE company_id = $1 AND item_id = $2
    AND course_id NOT IN (SELECT r."courseId" FROM jsonb_to_recordset($3) AS r ("courseId" uuid))`;

/** Of a company and an item: those of a state, as JSON. One that is the same stays as it is. */
export const keepRequirementsSql = `
  INSERT INTO item_requirements AS known
    (company_id, item_id, course_id, mandatory, job_titles, grace_days, effective_from)
  SELECT DISTINCT ON (r."courseId") $1::uuid, $2::uuid, r."courseId", r.requirement = 'mandatory',
    ARRAY(SELECT lower(title) FROM unnest(r."jobTitles") AS title), r."graceDays", r."effectiveFrom"
  FROM ROWS FROM (jsonb_to_recordset($3) AS
    ("courseId" uuid, requirement text, "jobTitles" text[], "graceDays" integer, "effectiveFrom" date))
    WITH ORDINALITY AS r ("courseId", requirement, "jobTitles", "graceDays", "effectiveFrom", place)
  ORDER BY r."courseId", r.place
  ON CONFLICT (company_id, item_id, course_id) DO UPDATE
    SET mandatory = excluded.mandatory, job_titles = excluded.job_titles,
      grace_days = excluded.grace_days, effective_from = excluded.effective_from
    WHERE (known.mandatory, known.job_titles, known.grace_days, known.effective_from)
      IS DISTINCT FROM (excluded.mandatory, excluded.job_titles, excluded.grace_days, excluded.effective_from)`;
