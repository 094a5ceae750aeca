import type { StandingStatus, standingRequirements } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** The members that lists of standings sort and filter by. */
abstract class SoughtStanding extends CompanyRecord {
  @Column('uuid') personnelId!: string;
  @Column('text') personnelName!: string;
  @Column('text') personKey!: string;
  @Column('uuid') courseId!: string;
  @Column('text') courseName!: string;
  @Column('text') courseCode!: string;
  @Column('text') courseKey!: string;
  @Column('uuid', { nullable: true }) orgStructureId!: string | null;
  @Column('uuid', { nullable: true }) lineManagerId!: string | null;
  @Column('text') requirement!: (typeof standingRequirements)[number];
  @Column('text') status!: StandingStatus;
  @Column('date', { nullable: true }) expiresOn!: string | null;
}

/** A person's standing in a course on the day that the transaction has set; a view, so for reading only. */
@Entity('standings')
export class Standing extends SoughtStanding {
  /** Mandatory by an org structure item. */
  @Column('boolean') required!: boolean;
  @Column('jsonb') requiredBy!: { itemId: string; itemName: string }[];
  @Column('boolean') assigned!: boolean;
  @Column('uuid', { nullable: true }) assignedByUserId!: string | null;
  @Column('date', { nullable: true }) dueDate!: string | null;
  @Column('uuid', { nullable: true }) lastRecordId!: string | null;
  @Column('date', { nullable: true }) lastCompletedOn!: string | null;
  @Column('int', { nullable: true }) daysToExpiry!: number | null;
  @Column('date', { nullable: true }) waivedUntil!: string | null;
  @Column('text', { nullable: true }) waiverReason!: string | null;
  @Column('uuid', { nullable: true }) nextClassId!: string | null;
}

/** A standing as the job last saw it, to find the rows of a page by; a view, so for reading only. */
@Entity('indexed_standings')
export class IndexedStanding extends SoughtStanding {}
