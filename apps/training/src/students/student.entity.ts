import type { StudentStatus } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('students')
export class Student extends CompanyRecord {
  @Column('uuid') classId!: string;
  @Column('uuid') personnelId!: string;
  @Column('text') status!: StudentStatus;
  /** The one before it was cancelled. */
  @Column('text', { nullable: true }) formerStatus!: StudentStatus | null;
  @Column('boolean') cancelledWithClass!: boolean;
  /** In the order of the class: those who wait get seats by it. */
  @Column('int') number!: number;
  @Column('double precision', { nullable: true }) score!: number | null;
  @Column('int', { nullable: true }) attendanceMinutes!: number | null;
  @Column('timestamptz') enrolledAt!: Date;
  @Column('text', { nullable: true }) cancelledReason!: string | null;
  @Column('uuid', { nullable: true }) trainingRecordId!: string | null;
  @Column('text', { nullable: true }) feedback!: string | null;
}
