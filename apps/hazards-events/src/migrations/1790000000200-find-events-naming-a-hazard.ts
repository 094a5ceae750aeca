import { dropIndex, growList, type ListDeclaration } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['events', 'approved_events'];

const listOf = (table: string): ListDeclaration => ({ table, defaultSort: 'occurredAt', sorts: [] });

/** To withdraw or delete an own report read all events of the company, for one that names it. */
export class FindEventsNamingAHazard1790000000200 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const list of TABLES.map(listOf))
      await growList(runner, list, { ...list, sets: ['relatedHazardIds'] });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`DROP FUNCTION IF EXISTS ${table}_with_related_hazard_ids(uuid, text[], integer)`);
      await dropIndex(runner, `${table}_with_related_hazard_ids`);
    }
  }
}
