import type {
  EventGroup,
  EventStatus,
  eventTypes,
  groupTypes,
  Investigation,
  RiddorCategory,
  Severity,
  Witness,
} from '@safety/contracts';
import { Column, Entity } from 'typeorm';
import { ApprovalRecord, type Worked } from '../approvals/approval.entity.js';

abstract class EventRecord extends ApprovalRecord {
  @Column('text') reference!: string;
  @Column('text') title!: string;
  @Column('text') description!: string;
  @Column('text') eventType!: (typeof eventTypes)[number];
  @Column('text') actualSeverity!: Severity;
  @Column('text', { nullable: true }) potentialSeverity!: Severity | null;
  @Column('timestamptz') occurredAt!: Date;
  @Column('boolean') occurredTimeUnknown!: boolean;
  @Column('text') timeZone!: string;
  @Column('timestamptz') reportedAt!: Date;
  @Column('text', { nullable: true }) locationDescription!: string | null;
  @Column('double precision', { nullable: true }) latitude!: number | null;
  @Column('double precision', { nullable: true }) longitude!: number | null;
  @Column('uuid', { nullable: true }) reportedByPersonnelId!: string | null;
  @Column('uuid', { nullable: true }) supervisorPersonnelId!: string | null;
  @Column('text', { nullable: true }) activityAtTime!: string | null;
  @Column('text', { nullable: true }) equipmentInvolved!: string | null;
  @Column('text', { nullable: true }) substanceInvolved!: string | null;
  @Column('text', { nullable: true }) immediateActionTaken!: string | null;
  @Column('jsonb') witnesses!: Witness[];
  @Column('jsonb') eventGroups!: EventGroup[];
  /** Of the groups, for filters. */
  @Column('text', { array: true }) groupTypes!: (typeof groupTypes)[number][];
  @Column('uuid', { array: true }) injuredPersonnelIds!: string[];
  @Column('jsonb', { nullable: true }) investigation!: Investigation | null;
  @Column('uuid', { array: true }) relatedHazardIds!: string[];
  @Column('text', { array: true }) tags!: string[];
  @Column('text') status!: EventStatus;
  /** Of the last transition. */
  @Column('text', { nullable: true }) statusComment!: string | null;
  @Column('boolean') oshaRecordable!: boolean;
  @Column('boolean') riddorReportable!: boolean;
  @Column('text', { nullable: true }) riddorCategory!: RiddorCategory | null;
  @Column('timestamptz', { nullable: true }) reportDueAt!: Date | null;
  /** As the two above, where no medical detail decides. */
  @Column('boolean', { nullable: true }) openOshaRecordable!: boolean | null;
  @Column('boolean', { nullable: true }) openRiddorReportable!: boolean | null;
  @Column('int') lostDays!: number;
}

/** The working copy: what people edit. */
@Entity('events')
export class SafetyEvent extends EventRecord implements Worked {
  @Column('uuid', { array: true }) authorUserIds!: string[];
}

/** The event as it was approved last. */
@Entity('approved_events')
export class ApprovedEvent extends EventRecord {}

/** Snapshots and all working copies; `flagged` are those that wait for approval or for changes. */
@Entity('events_and_copies')
export class EventOrFlagged extends EventRecord {
  @Column('boolean') flagged!: boolean;
  @Column('boolean') revisionWaits!: boolean;
  /** Whether it is a working copy. */
  @Column('boolean') working!: boolean;
}

/** A row of any of them. */
export type AnyEvent = SafetyEvent | ApprovedEvent | EventOrFlagged;
