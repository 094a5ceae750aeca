import type { ClassStatus } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('classes')
export class TrainingClass extends CompanyRecord {
  @Column('uuid') courseId!: string;
  @Column('text') title!: string;
  @Column('uuid', { nullable: true }) orgStructureId!: string | null;
  @Column('text', { nullable: true }) locationDescription!: string | null;
  @Column('text', { nullable: true }) meetingUrl!: string | null;
  @Column('timestamptz') startAt!: Date;
  @Column('timestamptz') endAt!: Date;
  @Column('text') timeZone!: string;
  @Column('date') endsOn!: string;
  @Column('uuid', { nullable: true }) instructorPersonnelId!: string | null;
  @Column('uuid', { nullable: true }) instructorAssociateId!: string | null;
  @Column('text', { nullable: true }) instructorName!: string | null;
  @Column('int', { nullable: true }) capacity!: number | null;
  @Column('int', { nullable: true }) minimumStudents!: number | null;
  @Column('timestamptz', { nullable: true }) enrolmentDeadline!: Date | null;
  @Column('double precision', { nullable: true }) cost!: number | null;
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('text') status!: ClassStatus;
  @Column('text', { nullable: true }) cancelledReason!: string | null;
  @Column('int') enrolledCount!: number;
  @Column('int') waitlistedCount!: number;
  @Column('int') lastNumber!: number;
}
