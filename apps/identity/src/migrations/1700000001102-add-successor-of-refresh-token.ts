import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The successor of a refresh token, so that a client that missed the answer can ask once more. */
export class AddSuccessorOfRefreshToken1700000001102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE refresh_tokens ADD COLUMN successor_sha256 bytea, ADD COLUMN sealed_successor bytea;
      COMMENT ON COLUMN refresh_tokens.sealed_successor IS
        'The next token of the family, encrypted with a key that only the value of this one gives';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE refresh_tokens DROP COLUMN successor_sha256, DROP COLUMN sealed_successor',
    );
  }
}
