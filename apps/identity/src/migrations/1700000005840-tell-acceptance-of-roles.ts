import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Roles of the demo of 0.1.0 do not tell whether the invitation was accepted, and count. */
export class TellAcceptanceOfRoles1700000005840 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE users SET roles = (
        SELECT jsonb_agg('{"accepted": true}' || role ORDER BY place)
        FROM jsonb_array_elements(roles) WITH ORDINALITY AS held (role, place))
      WHERE EXISTS (SELECT FROM jsonb_array_elements(roles) AS role WHERE NOT role ? 'accepted')
    `);
  }

  async down(): Promise<void> {}
}
