import { writeRows } from '@safety/persistence';
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
];

/** Statuses in which a working copy is what was approved: a change from one of them begins a revision. */
const APPROVED = {
  hazards: ['approved', 'closed'],
  events: ['open', 'underInvestigation', 'actionsPending', 'closed'],
};

/**
 * Members of a suggestion that an acceptance sets; approvers who decide also name the assignee and the due
 * date.
 */
const OF_ACCEPTANCE = ['disposition', 'dispositionComment', 'actionId'];
const OF_DECISION = [...OF_ACCEPTANCE, 'suggestedAssigneePersonnelId', 'suggestedDueDate'];

const array = (names: readonly string[]): string => `'{${names.join(',')}}'::text[]`;

/** The words of the suggestions before or after a change. */
const wordsOf = (side: 'from' | 'to'): string => `(
  SELECT jsonb_agg(s - CASE WHEN c.members @> '[{"member": "decisions"}]'
    THEN ${array(OF_DECISION)} ELSE ${array(OF_ACCEPTANCE)} END)
  FROM jsonb_array_elements(CASE jsonb_typeof(m->'${side}') WHEN 'array' THEN m->'${side}' ELSE '[]' END) AS s)`;

/**
 * Nobody approves own words, whoever has submitted them. Authors of what waits already are those who
 * submitted it, those who added it, and those of whom the change record tells that they wrote some of it. Of
 * an approved record the revision that waits counts alone: what changed since its beginning.
 *
 * It is repeated once no process of 0.1.0 is left, which names no author (docs/operations/upgrading.md).
 * Those who are named stay, since the change record forgets after 30 days.
 */
export class NameAuthors1790000000195 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['hazards', 'events'] as const) {
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS author_user_ids uuid[] NOT NULL DEFAULT '{}'`,
      );
      await writeRows(runner, {
        tables: [table, 'changes'],
        statements: `${authorsSql(table)};\n${endedSql(table)}`,
      });
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['hazards', 'events'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN author_user_ids`);
  }
}

// count is read: a revision has begun at one version, which stays
const authorsSql = (table: keyof typeof APPROVED): string => `
  UPDATE ${table} AS w SET author_user_ids = ARRAY(
    SELECT unnest(w.author_user_ids)
    UNION SELECT w.submitted_by_user_id WHERE w.submitted_by_user_id IS NOT NULL
    UNION SELECT w.created_by_user_id WHERE w.approved_at IS NULL AND w.created_by_user_id IS NOT NULL
    UNION SELECT c.actor_user_id FROM changes AS c
      WHERE c.company_id = w.company_id AND c.resource = '${table}' AND c.id = w.id
        AND c.actor_user_id IS NOT NULL AND c.version >= coalesce((
          SELECT max(b.version) FROM changes AS b, jsonb_array_elements(b.members) AS m
          WHERE b.company_id = w.company_id AND b.resource = '${table}' AND b.id = w.id
            AND m->>'member' = 'status' AND m->>'from' = ANY (${array(APPROVED[table])})), 0)
        AND EXISTS (SELECT FROM jsonb_array_elements(c.members) AS m
          WHERE CASE m->>'member' WHEN 'suggestedActions' THEN ${wordsOf('from')} IS DISTINCT FROM ${wordsOf('to')}
            ELSE m->>'member' <> ALL (${array(OF_APPROVAL)}) END))
  WHERE w.company_id = company AND w.status IN ('draft', 'pendingApproval', 'changesRequested', 'rejected')`;

/** Clears what a process of 0.1.0 has left of a revision that it approved. */
const endedSql = (table: keyof typeof APPROVED): string => {
  const [ended, lifting] =
    table === 'hazards' ? [', lifts_anonymity = false', ' OR lifts_anonymity'] : ['', ''];
  return `UPDATE ${table} SET author_user_ids = '{}'${ended}
    WHERE company_id = company AND status = ANY (${array(APPROVED[table])})
      AND (author_user_ids <> '{}'${lifting})`;
};
