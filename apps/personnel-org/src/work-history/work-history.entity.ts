import type { InitialHistory } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** The employment of a person from a date on, until the next record. */
@Entity('work_history')
export class WorkHistory extends CompanyRecord {
  @Column('uuid') personnelId!: string;
  @Column('date') effectiveDate!: string;
  @Column('uuid') orgStructureId!: string;
  @Column('text') jobTitle!: string;
  @Column('text') employmentType!: InitialHistory['employmentType'];
  @Column('text') employmentStatus!: InitialHistory['employmentStatus'];
  @Column('double precision') fte!: number;
  @Column('uuid', { nullable: true }) lineManagerId!: string | null;
  @Column('text', { nullable: true }) reason!: InitialHistory['reason'];
  @Column('text', { nullable: true }) note!: string | null;
}
