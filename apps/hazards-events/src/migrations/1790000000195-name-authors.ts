import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members that a write of content changes; the others say how it is approved. */
const OF_APPROVAL = [
  'approvedAt',
  'approvedByUserId',
  'approvalMode',
  'approvalState',
  'approvalRound',
  'submittedAt',
  'submittedByUserId',
  'approverUserIds',
  'requiredApprovals',
  'approvalDueDate',
  'approvalComment',
  'decisions',
  'status',
  'statusComment',
  'suggestedActions',
];

/**
 * Nobody approves own words, whoever has submitted them. Authors of what waits already are those who
 * submitted it, those who added it, and those of whom the change record tells that they wrote some of it.
 */
export class NameAuthors1790000000195 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['hazards', 'events']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN author_user_ids uuid[] NOT NULL DEFAULT '{}'`);
      for (const name of [table, 'changes'])
        await runner.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
      await runner.query(`
        UPDATE ${table} AS w SET author_user_ids = ARRAY(
          SELECT w.submitted_by_user_id WHERE w.submitted_by_user_id IS NOT NULL
          UNION SELECT w.created_by_user_id WHERE w.approved_at IS NULL AND w.created_by_user_id IS NOT NULL
          UNION SELECT c.actor_user_id FROM changes AS c
            WHERE c.company_id = w.company_id AND c.resource = '${table}' AND c.id = w.id
              AND c.actor_user_id IS NOT NULL AND (w.approved_at IS NULL OR c.changed_at > w.approved_at)
              AND EXISTS (SELECT FROM jsonb_array_elements(c.members) AS m
                WHERE m->>'member' <> ALL ('{${OF_APPROVAL.join(',')}}'::text[])))
        WHERE w.status IN ('draft', 'pendingApproval', 'changesRequested', 'rejected')`);
      for (const name of [table, 'changes'])
        await runner.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['hazards', 'events'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN author_user_ids`);
  }
}
