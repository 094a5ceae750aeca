import {
  type ApprovalDecision,
  type ApprovalMode,
  type ApprovalState,
  flaggedStatuses,
} from '@safety/contracts';
import { ClientMadeRecord } from '@safety/persistence';
import { Column } from 'typeorm';

/** One decision as it is stored. */
export interface StoredDecision {
  /** Submissions are counted: decisions of an earlier one say nothing of what was changed since. */
  round: number;
  userId: string;
  decision: ApprovalDecision;
  comment: string | null;
  /** RFC 3339. */
  decidedAt: string;
}

/** A record whose content counts once it is approved. */
export abstract class ApprovalRecord extends ClientMadeRecord {
  abstract status: string;
  /** Of records that may hide who reported them. */
  anonymous?: boolean;
  @Column('uuid') orgStructureId!: string;
  /** Set as soon as there is an approved snapshot. */
  @Column('timestamptz', { nullable: true }) approvedAt!: Date | null;
  @Column('uuid', { nullable: true }) approvedByUserId!: string | null;
  @Column('text') approvalMode!: ApprovalMode;
  @Column('text') approvalState!: ApprovalState;
  @Column('int') approvalRound!: number;
  @Column('timestamptz', { nullable: true }) submittedAt!: Date | null;
  @Column('uuid', { nullable: true }) submittedByUserId!: string | null;
  @Column('uuid', { array: true }) approverUserIds!: string[];
  @Column('int') requiredApprovals!: number;
  @Column('date', { nullable: true }) approvalDueDate!: string | null;
  @Column('text', { nullable: true }) approvalComment!: string | null;
  @Column('jsonb') decisions!: StoredDecision[];
}

/** A working copy, with what its snapshot does not have. */
export interface Worked {
  /** The users who wrote any of what is not approved yet. */
  authorUserIds: string[];
}

/** Columns of working copies that no answer shows. */
export const innerMembers = ['approvalRound', 'authorUserIds'] as const satisfies (keyof (ApprovalRecord &
  Worked))[];

/** The members that approval itself keeps; the content of a record is the rest. */
export const approvalMembers = [
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
] as const satisfies (keyof ApprovalRecord)[];
export type ApprovalMembers = Pick<ApprovalRecord, (typeof approvalMembers)[number]>;

export const isFlagged = (status: string): boolean => (flaggedStatuses as readonly string[]).includes(status);
/** Whether a record in this state of its approval has one of the flagged statuses. */
export const isFlaggedState = (state: ApprovalState): boolean =>
  state === 'pending' || state === 'changesRequested';
