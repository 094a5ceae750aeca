import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who had left were published as active, unless they had been disabled before. */
export class CallNobodyActiveWhoLeft1790000000103 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'UPDATE company_users SET active = false, modified_at = now() WHERE active AND NOT belongs',
    );
  }

  /** It is not known any more which of them were active, and says nothing. */
  async down(): Promise<void> {}
}
