import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The console finds records by request number, which is compared as a whole: so a third of the size of a
 * tree.
 */
export class IndexRequestsOfAudit1700000001602 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX audit_records_request_idx ON audit_records USING hash (request_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_records_request_idx');
  }
}
