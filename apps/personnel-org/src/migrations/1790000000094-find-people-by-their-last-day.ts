import { buildIndex, dropIndex, type IndexToBuild } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const found = [
  ['work_history_days', 'org_structure_id', 'work_history_days_org_structure_id'],
  ['work_history_days', 'job_title', 'work_history_days_job_title'],
  ['work_history_days', 'employment_type', 'work_history_days_employment_type'],
  ['work_history_days', 'employment_status', 'work_history_days_employment_status'],
  ['training_status_days', 'status', 'training_status_days_status_idx'],
] as const;

const indexOf = (table: string, column: string, days: string): string =>
  `${table} (company_id, ${column}, ${days}, personnel_id)`;

const after: IndexToBuild[] = found.map(([table, column]) => ({
  name: `${table}_on_${column}`,
  on: indexOf(table, column, 'end_day, first_day'),
}));
const before: IndexToBuild[] = found.map(([table, column, name]) => ({
  name,
  on: indexOf(table, column, 'first_day, end_day'),
}));

/**
 * Lists ask for today above all: the last day of a record leaves out all that is past, the first day none.
 */
export class FindPeopleByTheirLastDay1790000000094 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await exchange(runner, before, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    await exchange(runner, after, before);
  }
}

async function exchange(
  runner: QueryRunner,
  old: readonly IndexToBuild[],
  next: readonly IndexToBuild[],
): Promise<void> {
  for (const index of next) await buildIndex(runner, index);
  for (const { name } of old) await dropIndex(runner, name);
}
