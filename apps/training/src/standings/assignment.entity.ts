import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** A decision about a standing; the rest of a standing follows from other rows. */
@Entity('training_assignments')
export class Assignment extends CompanyRecord {
  @Column('uuid') personnelId!: string;
  @Column('uuid') courseId!: string;
  @Column('boolean') assigned!: boolean;
  @Column('uuid', { nullable: true }) assignedByUserId!: string | null;
  @Column('date', { nullable: true }) dueDate!: string | null;
  @Column('date', { nullable: true }) waivedUntil!: string | null;
  @Column('text', { nullable: true }) waiverReason!: string | null;
}
