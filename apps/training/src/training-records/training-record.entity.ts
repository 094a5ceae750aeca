import type { expirySources, recordSources, trainingResults } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('training_records')
export class TrainingRecord extends CompanyRecord {
  @Column('uuid') personnelId!: string;
  @Column('uuid') courseId!: string;
  @Column('uuid', { nullable: true }) classId!: string | null;
  @Column('uuid', { nullable: true }) studentId!: string | null;
  @Column('date') completedOn!: string;
  @Column('text') result!: (typeof trainingResults)[number];
  @Column('double precision', { nullable: true }) score!: number | null;
  /** The last day on which it counts. */
  @Column('date', { nullable: true }) expiresOn!: string | null;
  @Column('text') expirySource!: (typeof expirySources)[number];
  @Column('text', { nullable: true }) certificateNumber!: string | null;
  @Column('text', { nullable: true }) issuer!: string | null;
  @Column('uuid', { array: true }) attachmentIds!: string[];
  @Column('text') source!: (typeof recordSources)[number];
  @Column('uuid', { nullable: true }) xapiStatementId!: string | null;
  @Column('text', { nullable: true }) voidReason!: string | null;
}
