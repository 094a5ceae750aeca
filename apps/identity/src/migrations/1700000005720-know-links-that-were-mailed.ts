import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators hand links over too, and the use of such a link proves no address. */
export class KnowLinksThatWereMailed1700000005720 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE password_links ADD COLUMN proves_email boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE password_links DROP COLUMN proves_email');
  }
}
