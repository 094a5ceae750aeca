import type { MigrationInterface, QueryRunner } from 'typeorm';

/** With which algorithm the ID tokens and logout tokens of a client are signed: a rule for rows to come. */
export class ChooseIdTokenAlgorithm1700000005711 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE clients
        ADD COLUMN id_token_signed_response_alg text NOT NULL DEFAULT 'RS256',
        ADD CONSTRAINT clients_id_token_signed_response_alg_check
          CHECK (id_token_signed_response_alg IN ('RS256', 'ES256')) NOT VALID;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE clients DROP COLUMN id_token_signed_response_alg');
  }
}
