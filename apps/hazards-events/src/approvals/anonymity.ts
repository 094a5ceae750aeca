import { type CompanyContext, permissions } from '@safety/contracts';
import type { ApprovalRecord } from './approval.entity.js';

/** The members of a row that tell who reported it, and whether others may know. */
export type Reported = Pick<ApprovalRecord, 'anonymous' | 'createdByUserId'>;

/** Administrators may do everything everywhere in the company. */
export const isAdministrator = ({ assignments }: CompanyContext): boolean =>
  assignments.some(
    ({ orgStructureIds, permissions: granted }) =>
      orgStructureIds.length === 0 && permissions.every((permission) => granted.includes(permission)),
  );

/** The user whose id a reader must not see in anything about a row: the reporter of an anonymous one. */
export const hiddenUserOf = (
  company: CompanyContext,
  { anonymous, createdByUserId }: Reported,
): string | undefined =>
  anonymous && !isAdministrator(company) ? (createdByUserId ?? undefined) : undefined;

/**
 * Whether a row is anonymous to a reader, and default approvers were asked. A list of them may lack the
 * reporter: all default approvers of today are told in their place.
 */
export const hidesStandIns = (
  company: CompanyContext,
  row: Reported & Pick<ApprovalRecord, 'approvalMode' | 'approverUserIds'>,
): boolean => {
  const hidden = hiddenUserOf(company, row);
  const isHidden = hidden !== undefined && hidden !== company.userId;
  return isHidden && row.approvalMode === 'queue' && row.approverUserIds.length > 0;
};

/** The same in SQL, for a reader `me` who is no administrator. */
export const hidesStandInsSql = (me: string, of: (property: string) => string): string =>
  `(${of('anonymous')} AND ${of('createdByUserId')} <> ${me} ` +
  `AND ${of('approvalMode')} = 'queue' AND ${of('approverUserIds')} <> '{}')`;

/** Reporters also submit, approve and modify: their id may stand in each of these. */
const userMembers = [
  'createdByUserId',
  'modifiedByUserId',
  'approvedByUserId',
  'closedByUserId',
  'archivedByUserId',
] as const;

/** The members of a row that name a user, without the reporter of an anonymous one. */
export function withoutReporter(company: CompanyContext, row: Reported): Partial<Record<string, null>> {
  const hidden = hiddenUserOf(company, row);
  if (hidden === undefined) return {};
  const members = row as unknown as Record<string, unknown>;
  return Object.fromEntries(
    userMembers.filter((member) => members[member] === hidden).map((member) => [member, null]),
  );
}

/** Members whose former values tell who reported a row. */
export const membersNamingReporters = [
  'reportedByPersonnelId',
  'reportedByAssociateId',
  'reportedByName',
  'submittedByUserId',
  'authorUserIds',
  'approverUserIds',
  'decisions',
] as const;
