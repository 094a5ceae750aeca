import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Introspection and userinfo look up whether a token has ended early. */
export class IndexRevocations1700000001301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX revocations_subject_idx ON revocations (subject, kind)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX revocations_subject_idx');
  }
}
