import { type CompanyContext, type ListHazardApprovals, reachOf } from '@safety/contracts';
import { type Condition, columnOf, foundBy, recordMembers, withinReach } from '@safety/persistence';
import { mayReadPending } from '../approvals/approval-conditions.js';
import type { Hazard, HazardOrFlagged, WithdrawnHazard } from './hazard.entity.js';
import { hazardRegister } from './hazard-register.js';

const { permissions } = hazardRegister;

/** For how long polls tell of a withdrawn draft that was deleted. */
const DAYS_TOLD = 30;

/** Members that follow the row itself, whatever was submitted. */
const ofTheRow = new Set<string>([...recordMembers, 'creationDigest', 'authorUserIds', 'withdrawn']);

/** A hazard as its readers knew it when its author withdrew it. */
export const asWithdrawn = (row: Hazard): WithdrawnHazard =>
  Object.fromEntries(Object.entries(row).filter(([member]) => !ofTheRow.has(member))) as WithdrawnHazard;

/** Parameters that say nothing of a hazard: by any other one, readers could find out what a draft says. */
const ofAnyPoll = new Set([
  'limit',
  'cursor',
  'sort',
  'modifiedSince',
  'fields',
  'ids',
  'includeArchived',
  'includeTotal',
  'includeDescendants',
]);

/** Whether a query asks for all changes, those of rows that have left its list too. */
export const asksForAllChanges = (query: Partial<Pick<ListHazardApprovals, 'modifiedSince'>>): boolean =>
  query.modifiedSince !== undefined &&
  Object.entries(query).every(([name, value]) => value === undefined || ofAnyPoll.has(name));

/** An index holds them alone. */
const allWithdrawn: Condition['candidates'] = (companyId, atMost) => ({
  text: `SELECT id FROM hazards WHERE company_id = $1 AND status = 'draft' AND withdrawn IS NOT NULL LIMIT $2`,
  values: [companyId, atMost],
});

/**
 * The drafts that the caller could read while they waited, own ones too. A poll for changes tells that they
 * wait no more. By place and approvers they are those of the time: a draft may say something else. Of one
 * that was deleted they tell for 30 days.
 */
export const withdrawnDrafts = (company: CompanyContext): Condition =>
  foundBy((column, binds) => {
    const before = column('withdrawn');
    const members: Record<string, string> = {
      orgStructureId: `(${before}->>'orgStructureId')::uuid`,
      approverUserIds: `ARRAY(SELECT jsonb_array_elements_text(${before}->'approverUserIds')::uuid)`,
    };
    const then = (property: string) => members[property] ?? column(property);
    const inReach = withinReach(company, reachOf(company, permissions.read))?.(then, binds) ?? 'true';
    return (
      `(${column('status')} = 'draft' AND ${before} IS NOT NULL ` +
      `AND (${column('archivedAt')} IS NULL OR ${column('archivedAt')} > now() - interval '${DAYS_TOLD} days') ` +
      `AND ${inReach} AND ${mayReadPending(company, permissions)(then, binds)})`
    );
  }, allWithdrawn);

/** The same of rows of a view, which has no such column. */
export const withdrawnWorkingCopies = (company: CompanyContext, view: string): Condition =>
  foundBy((column, binds) => {
    const ofCopy = (property: string) => `d.${columnOf(property)}`;
    return (
      `(${column('working')} AND ${column('status')} = 'draft' AND (SELECT ${withdrawnDrafts(company)(ofCopy, binds)} ` +
      `FROM hazards AS d WHERE d.company_id = ${binds.add(company.companyId)} AND d.id = ${view}.${columnOf('id')}))`
    );
  }, allWithdrawn);

/** A row as its readers knew it, who may not read what the draft says by now. */
export function asItWas<Row extends Hazard | HazardOrFlagged>(row: Row, withdrawn: WithdrawnHazard): Row {
  const known = {
    ...row,
    ...withdrawn,
    identifiedAt: new Date(withdrawn.identifiedAt),
    submittedAt: withdrawn.submittedAt && new Date(withdrawn.submittedAt),
    status: row.status,
    approvalState: 'withdrawn' as const,
  };
  if (!row.anonymous) return known;
  const nobody = { reportedByPersonnelId: null, reportedByAssociateId: null, reportedByName: null };
  return { ...known, ...nobody, anonymous: true };
}

/** The remains of a withdrawn draft that its author has deleted: the hazard as its readers knew it. */
export const asDeleted = (
  row: Hazard,
  withdrawn: WithdrawnHazard,
  { deletedByUserId, now }: { deletedByUserId: string | null; now: Date },
): Omit<Hazard, 'creationDigest'> => ({
  ...asItWas(row, withdrawn),
  withdrawn,
  externalId: null,
  authorUserIds: [],
  version: row.version + 1,
  modifiedAt: now,
  modifiedByUserId: deletedByUserId,
  archivedAt: now,
  archivedByUserId: deletedByUserId,
});

/** Notes until when the remains of a draft stay that was deleted at a time. */
export const forgetLaterSql = `INSERT INTO drafts_to_forget (company_id, hazard_id, forget_at)
  VALUES ($1, $2, $3::timestamptz + interval '${DAYS_TOLD} days')`;

// around visible: the remains of deleted drafts of the company that no poll tells of any more
export const forgetDeletedSql =
  "DELETE FROM hazards WHERE company_id = $1 AND status = 'draft' AND withdrawn IS NOT NULL " +
  `AND archived_at <= now() - interval '${DAYS_TOLD} days'`;
