import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The session that a grant is of, so that the end of the session finds every grant, whoever made it when. */
export class AddSessionOfGrant1700000001101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE grants ADD COLUMN sid text;
      COMMENT ON COLUMN grants.sid IS 'Null for a sign-in without a session (password grant)';
      UPDATE grants SET sid = sessions.sid
      FROM sessions, json_each(sessions.payload -> 'authorizations') AS authorizations
      WHERE grants.id = authorizations.value ->> 'grantId';
      CREATE INDEX grants_sid_idx ON grants (sid);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE grants DROP COLUMN sid');
  }
}
