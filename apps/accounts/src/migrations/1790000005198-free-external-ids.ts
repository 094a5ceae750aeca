import { writeRows } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Archived role assignments, and users who left, give up their external ids, which nothing brings back.
 * Each company with users has role assignments, archived ones too.
 */
export class FreeExternalIds1790000005198 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const tables = ['role_assignments', 'company_users'];
    await writeRows(runner, {
      tables,
      statements: tables
        .map(
          (table) => `UPDATE ${table} SET external_id = NULL
            WHERE company_id = company AND archived_at IS NOT NULL AND external_id IS NOT NULL`,
        )
        .join(';\n'),
    });
  }

  /** Which ones had which is not known any more. */
  async down(): Promise<void> {}
}
