import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Snapshots keep the suggested actions too, so that nothing of a revision stays when it is dropped. */
export class KeepApprovedSuggestions1790000000160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE approved_hazards ADD COLUMN suggested_actions jsonb NOT NULL DEFAULT '[]';
      ALTER TABLE approved_hazards NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE hazards NO FORCE ROW LEVEL SECURITY;
      -- Whoever has approved a hazard has decided on each suggestion: what is pending is of a later revision.
      UPDATE approved_hazards AS s SET suggested_actions = (
        SELECT coalesce(jsonb_agg(suggestion), '[]') FROM jsonb_array_elements(w.suggested_actions) AS suggestion
        WHERE suggestion->>'disposition' <> 'pending')
      FROM hazards AS w WHERE w.company_id = s.company_id AND w.id = s.id AND w.suggested_actions <> '[]';
      ALTER TABLE hazards FORCE ROW LEVEL SECURITY;
      ALTER TABLE approved_hazards FORCE ROW LEVEL SECURITY;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approved_hazards DROP COLUMN suggested_actions');
  }
}
