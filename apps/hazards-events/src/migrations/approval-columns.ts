/** SQL of the columns of `ApprovalRecord`, beside those of every record. */
export const approvalColumnsSql = `
  approval_mode text NOT NULL DEFAULT 'none',
  approval_state text NOT NULL DEFAULT 'notRequired',
  approval_round integer NOT NULL DEFAULT 0,
  submitted_at timestamptz(3),
  submitted_by_user_id uuid,
  approver_user_ids uuid[] NOT NULL DEFAULT '{}',
  required_approvals integer NOT NULL DEFAULT 1,
  approval_due_date date,
  approval_comment text,
  decisions jsonb NOT NULL DEFAULT '[]'`;

/** The same as additions to a table. */
export const addApprovalColumnsSql = (table: string): string =>
  `ALTER TABLE ${table} ${approvalColumnsSql
    .split(',\n')
    .map((column) => `ADD COLUMN ${column.trim()}`)
    .join(', ')};`;
