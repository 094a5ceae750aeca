import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the bands of a company's risk matrix begin; the check is that of `riskBandsSchema`. */
export class AddRiskBands1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE companies ADD COLUMN risk_bands jsonb NOT NULL DEFAULT '{"medium": 5, "high": 10, "veryHigh": 16}'
        CHECK (risk_bands ?& ARRAY['medium', 'high', 'veryHigh']
          AND 1 < (risk_bands->>'medium')::integer
          AND (risk_bands->>'medium')::integer < (risk_bands->>'high')::integer
          AND (risk_bands->>'high')::integer < (risk_bands->>'veryHigh')::integer
          AND (risk_bands->>'veryHigh')::integer <= 25);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE companies DROP COLUMN risk_bands');
  }
}
