import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each refresh token was issued: of too many in one grant the oldest go. */
export class TellAgeOfRefreshTokens1700000005860 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens ADD COLUMN issued_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens DROP COLUMN issued_at');
  }
}
