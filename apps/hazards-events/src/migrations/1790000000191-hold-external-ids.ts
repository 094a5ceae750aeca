import { writeRows } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const SNAPSHOTS = { approved_hazards: 'hazards', approved_events: 'events' };

/**
 * An external id is that of one record, in snapshots too. One that a revision had given up could be taken by
 * another record: it stays with that one. No index holds to it, since 0.1.0 does not.
 */
export class HoldExternalIds1790000000191 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [snapshots, working] of Object.entries(SNAPSHOTS))
      await writeRows(runner, {
        tables: [snapshots, working],
        statements: `
          UPDATE ${snapshots} AS s SET external_id = NULL WHERE company_id = company AND external_id IS NOT NULL AND (
            EXISTS (SELECT FROM ${working} AS w
              WHERE w.company_id = s.company_id AND w.external_id = s.external_id AND w.id <> s.id)
            OR EXISTS (SELECT FROM ${snapshots} AS o
              WHERE o.company_id = s.company_id AND o.external_id = s.external_id
                AND (o.approved_at, o.id) > (s.approved_at, s.id)))`,
      });
  }

  /** Which snapshots had the same one is not known any more. */
  async down(): Promise<void> {}
}
