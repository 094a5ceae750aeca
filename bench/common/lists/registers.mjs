// Hazards and events alike have a working copy of each record, and the snapshot of what was approved last.

/** Most records are approved; some wait, of which the last one is a revision. */
export const statusesOf = (approved, closed) => [
  ...Array.from({ length: 14 }, () => approved),
  closed,
  closed,
  'rejected',
  'changesRequested',
  'pendingApproval',
  'pendingApproval',
];
/** In each of these steps of `n` the whole list of statuses goes by. */
const ROUND = 20;

const state = (
  status,
) => `CASE ${status} WHEN 'pendingApproval' THEN 'pending' WHEN 'rejected' THEN 'rejected'
  WHEN 'changesRequested' THEN 'changesRequested' ELSE 'approved' END`;

export const approvalColumns = `status, approval_mode, approval_state, submitted_at, submitted_by_user_id,
  approved_at, approver_user_ids`;
export const approvalValues = (
  status,
) => `${status}, 'queue', ${state(status)}, now() - n * interval '1 minute',
  gen_random_uuid(), CASE WHEN n % ${ROUND} < 16 OR n % ${ROUND} = 19 THEN now() END, '{}'`;

/** Takes the snapshots; that of a revision has the status that it had before. */
export const snapshotsSql = (
  working,
  columns,
  approved,
) => `INSERT INTO approved_${working} (${columns}, status, revision_waits)
  SELECT ${columns}, CASE WHEN status = 'pendingApproval' THEN '${approved}' ELSE status END,
    status = 'pendingApproval'
  FROM ${working} WHERE reference LIKE '%-2020-%' AND approved_at IS NOT NULL`;

/** The lists of a register; `own` are the queries of its own. */
export const populations = (name, own, statuses) => ({
  [name]: [...own, ...statuses.map((status) => `status=${status}`)],
  [`${name}/includerequireapproval`]: [
    ...own,
    'status=pendingApproval',
    'requireApproval=true',
    'requireApproval=false',
  ],
  [`${name}/approvalData`]: [
    ...own,
    'status=rejected',
    'status=pendingApproval,changesRequested',
    'approvalState=pending',
    'approvalState=withdrawn',
    'approverUserId=me',
    'submittedFrom=2100-01-01T00:00:00Z',
    'submittedTo=2000-01-01T00:00:00Z',
  ],
});
