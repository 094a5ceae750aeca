import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each key begins to sign, and when it goes. Those that are there sign since they were made. */
export class RotateKeys1700000001401 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE keys
        ADD COLUMN signs_from timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN removed_from timestamptz;
      UPDATE keys SET signs_from = created_at;
      COMMENT ON COLUMN keys.signs_from IS 'Until then it is only published, so that everybody knows it when it signs';
      COMMENT ON COLUMN keys.removed_from IS 'When nothing it signed is alive any more; null while it has no successor';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE keys DROP COLUMN signs_from, DROP COLUMN removed_from');
  }
}
