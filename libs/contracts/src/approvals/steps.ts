import type { TransitionTable } from '../http/transitions.js';

/**
 * Roles in the approval of one record. `creator` made it, `submitter` submitted it last, or made it and it
 * was never approved, `editor` holds the permission to update at its place, `approver` is asked to decide.
 */
export const approvalRoles = ['creator', 'submitter', 'editor', 'approver'] as const;
export type ApprovalRole = (typeof approvalRoles)[number];

export interface StepStart<Status extends string> {
  /** A step that ends a revision leads back to the status of the approved snapshot. */
  to: Status;
  /** Any of these roles may take the step. */
  who: readonly ApprovalRole[];
}

/** The steps of an approval: where each starts from, where it leads to, and who may take it. */
export type StepTable<Name extends string = string, Status extends string = string> = Readonly<
  Record<Name, Readonly<Partial<Record<Status, StepStart<Status>>>>>
>;

/** The same steps without roles, for answers that name the steps a status allows. */
export const startsOf = <Name extends string, Status extends string>(
  table: StepTable<Name, Status>,
): TransitionTable<Name, Status> =>
  Object.fromEntries(
    Object.entries<Partial<Record<Status, StepStart<Status>>>>(table).map(([name, starts]) => [
      name,
      { from: Object.keys(starts), to: Object.values<StepStart<Status>>(starts as never)[0]?.to },
    ]),
  ) as unknown as TransitionTable<Name, Status>;
