import { type ApprovalState, type CompanyContext, reachOf } from '@safety/contracts';
import { allOf, type Condition, foundBy, foundInOrder, knownBy } from '@safety/persistence';
import { mayReadPending } from './approval-conditions.js';
import type { Register } from './register.js';

/** The states in which a revision of an approved row ends without counting. */
export const droppedStates = ['rejected', 'withdrawn'] as const satisfies ApprovalState[];
export const endsRevision = (state: ApprovalState): boolean =>
  (droppedStates as readonly ApprovalState[]).includes(state);

/**
 * The rows whose approval the caller may ask for. The end of a revision that was dropped is for
 * those who may read what waits.
 */
const withoutDroppedOfOthers =
  (company: CompanyContext, { approved, permissions }: Register): Condition =>
  (column, binds) =>
    `(${column('status')} <> ALL(${binds.add(approved)}) ` +
    `OR ${column('approvalState')} <> ALL(${binds.add(droppedStates)}) ` +
    `OR ${mayReadPending(company, permissions)(column, binds)})`;

interface AskedOfApprovals {
  asked: Condition | undefined;
  /** Those that the index of a column serves. */
  byColumn: readonly (readonly [property: string, condition: Condition | undefined])[];
}

/**
 * Conditions on approvals, asked of each row as the caller reads its approval: of a dropped revision of
 * others, that of the content in force. Callers who read all that waits ask the working copies alone.
 */
export function ofShownApprovals(
  company: CompanyContext,
  register: Register,
  { asked, byColumn }: AskedOfApprovals,
): Condition | undefined {
  const ofApproval = allOf(asked, ...byColumn.map(([, condition]) => condition));
  const { working, snapshots, permissions } = register;
  const opening = [permissions.readPending, permissions.approve];
  if (!ofApproval || opening.some((one) => reachOf(company, one) === 'everywhere')) return ofApproval;
  const isOpen = withoutDroppedOfOthers(company, register);
  const condition: Condition = (column, binds) => {
    const open = isOpen(column, binds);
    const inForce = ofApproval((property) => `s.${column(property)}`, binds);
    // A value and no EXISTS, for which PostgreSQL may read all snapshots at once.
    return (
      `(${open} AND ${ofApproval(column, binds)} OR ${open} IS NOT TRUE AND (SELECT true FROM ${snapshots} AS s ` +
      `WHERE s.company_id = ${binds.add(company.companyId)} AND s.id = ${working}.${column('id')} AND ${inForce}))`
    );
  };
  const served = [asked, ...byColumn.map(([property, one]) => one && foundInOrder(property, one))];
  const having = (ofApproval.having ?? []).filter(({ property }) => property === 'approvalState');
  const known = having.map(({ property, values }) => ({ property, values: [...values, ...droppedStates] }));
  return foundBy(knownBy(condition, { having: known }), withDropped(allOf(...served)?.candidates, register));
}

/** SQL of the working copies that are what was approved, of which a later revision was dropped. */
const droppedSql = (approved: readonly string[]): string =>
  `approval_state IN ('${droppedStates.join("', '")}') AND status IN ('${approved.join("', '")}')`;

/** An approval in force is found by the row of which a revision was dropped. */
const withDropped = (
  candidates: Condition['candidates'],
  { working, approved }: Register,
): Condition['candidates'] =>
  candidates &&
  ((companyId, atMost, table) => {
    const { text, values } = candidates(companyId, atMost, table);
    const [company, most] = [1, 2].map((place) => `$${values.length + place}`);
    return {
      text:
        `(${text}) UNION ALL (SELECT id FROM ${working} WHERE company_id = ${company} ` +
        `AND ${droppedSql(approved)} LIMIT ${most})`,
      values: [...values, companyId, atMost],
    };
  });
