import type { Personnel } from '@safety/contracts';
import { Column, Entity } from 'typeorm';
import { Person } from './person.entity.js';

/** A person with what the work history says today; a view, so for reading only. */
@Entity('personnel_today')
export class PersonToday extends Person {
  @Column('uuid', { nullable: true }) orgStructureId!: string | null;
  @Column('text', { nullable: true }) orgStructurePath!: string | null;
  @Column('text', { nullable: true }) jobTitle!: string | null;
  @Column('text', { nullable: true }) employmentType!: Personnel['employmentType'];
  @Column('text', { nullable: true }) employmentStatus!: Personnel['employmentStatus'];
  @Column('double precision', { nullable: true }) fte!: number | null;
  @Column('date', { nullable: true }) nextChangeDate!: string | null;
  /** Null where it is unknown; `training_status` never is, for processes of 0.1.0. */
  @Column('text', { name: 'known_training_status', nullable: true })
  trainingStatus!: Personnel['trainingStatus'];
  /** From the root down to the org structure, on the date that is asked for. */
  @Column('uuid', { array: true, nullable: true }) orgStructurePathIds!: string[] | null;
  /** From the root down to the place of today; before the first record counts, the place of that record. */
  @Column('uuid', { array: true, nullable: true }) placeIds!: string[] | null;
}
