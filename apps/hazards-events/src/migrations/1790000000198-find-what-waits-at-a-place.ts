import { buildIndex, dropIndex, type IndexToBuild } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const waitingAt = (table: string, orderedBy: string): IndexToBuild => ({
  name: `${table}_waiting_at`,
  on:
    `${table} (company_id, archived, org_structure_id, ${orderedBy}, id) ` +
    "WHERE status IN ('pendingApproval', 'changesRequested')",
});
const indexes = [waitingAt('hazards', 'identified_at'), waitingAt('events', 'occurred_at')];

/** Lists with what waits looked through all working copies of a place, of which few may wait or none. */
export class FindWhatWaitsAtAPlace1790000000198 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await buildIndex(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await dropIndex(runner, name);
  }
}
