import type {
  closureReasons,
  HazardStatus,
  hazardTypes,
  observationKinds,
  personsAtRisk,
  psychosocialFactors,
  RiskStage,
  SaveHazard,
  SuggestedAction,
} from '@safety/contracts';
import { Column, Entity } from 'typeorm';
import { ApprovalRecord, type Worked } from '../approvals/approval.entity.js';

/** One assessment as it is stored: score and band follow from it. */
export interface StoredRisk {
  likelihood: number;
  severity: number;
  /** RFC 3339. */
  assessedAt: string;
  assessedByPersonnelId: string | null;
}

abstract class HazardRecord extends ApprovalRecord {
  @Column('text') reference!: string;
  @Column('text') title!: string;
  @Column('text') description!: string;
  @Column('text') hazardType!: (typeof hazardTypes)[number];
  @Column('text', { nullable: true }) psychosocialFactor!: (typeof psychosocialFactors)[number] | null;
  @Column('text') observationKind!: (typeof observationKinds)[number];
  @Column('text', { nullable: true }) locationDescription!: string | null;
  @Column('double precision', { nullable: true }) latitude!: number | null;
  @Column('double precision', { nullable: true }) longitude!: number | null;
  @Column('timestamptz') identifiedAt!: Date;
  @Column('uuid', { nullable: true }) reportedByPersonnelId!: string | null;
  @Column('uuid', { nullable: true }) reportedByAssociateId!: string | null;
  @Column('text', { nullable: true }) reportedByName!: string | null;
  @Column('boolean') override anonymous!: boolean;
  @Column('uuid', { nullable: true }) responsiblePersonnelId!: string | null;
  @Column('text', { array: true }) personsAtRisk!: (typeof personsAtRisk)[number][];
  @Column('text', { nullable: true }) immediateActionTaken!: string | null;
  @Column('jsonb') existingControls!: SaveHazard['existingControls'];
  @Column('jsonb') riskAssessment!: Record<RiskStage, StoredRisk | null>;
  /** Of the residual risk or, where that is not assessed, the initial one; lists filter and sort by it. */
  @Column('int', { nullable: true }) riskScore!: number | null;
  @Column('date', { nullable: true }) dueDate!: string | null;
  @Column('date', { nullable: true }) nextReviewDate!: string | null;
  @Column('uuid', { array: true }) relatedEventIds!: string[];
  @Column('text', { array: true }) tags!: string[];
  @Column('text') status!: HazardStatus;
  /** Of the last transition. */
  @Column('text', { nullable: true }) statusComment!: string | null;
  @Column('timestamptz', { nullable: true }) closedAt!: Date | null;
  @Column('uuid', { nullable: true }) closedByUserId!: string | null;
  @Column('text', { nullable: true }) closureReason!: (typeof closureReasons)[number] | null;
}

/** As JSON keeps it: times are text. */
export type WithdrawnHazard = Omit<HazardRecord, 'identifiedAt' | 'submittedAt'> & {
  identifiedAt: string;
  submittedAt: string | null;
};

/** The working copy: what people edit. */
@Entity('hazards')
export class Hazard extends HazardRecord implements Worked {
  @Column('uuid', { array: true }) authorUserIds!: string[];
  /** A draft as it was submitted before its author withdrew it, for those who knew it. */
  @Column('jsonb', { nullable: true }) withdrawn!: WithdrawnHazard | null;
  /** Whether it is anonymous until its approval alone. */
  @Column('boolean') liftsAnonymity!: boolean;
  @Column('jsonb') suggestedActions!: SuggestedAction[];
}

/**
 * The hazard as it was approved last. It carries the version of the working copy it was taken from, so that
 * the version a reader holds is the one to send with a change.
 */
@Entity('approved_hazards')
export class ApprovedHazard extends HazardRecord {
  /** No answer shows them: a revision that is dropped goes back to them. */
  @Column('jsonb') suggestedActions!: SuggestedAction[];
}

/** Snapshots and all working copies; `flagged` are those that wait for approval or for changes. */
@Entity('hazards_and_copies')
export class HazardOrFlagged extends HazardRecord {
  @Column('boolean') flagged!: boolean;
  @Column('boolean') revisionWaits!: boolean;
  /** Whether it is a working copy. */
  @Column('boolean') working!: boolean;
}

/** A row of any of them. */
export type AnyHazard = ApprovedHazard | HazardOrFlagged | Hazard;
