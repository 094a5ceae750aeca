import type { SavePersonnel } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('personnel')
export class Person extends CompanyRecord {
  @Column('text') personnelNumber!: string;
  @Column('text') firstName!: string;
  @Column('text') lastName!: string;
  @Column('text', { nullable: true }) middleName!: string | null;
  @Column('text', { nullable: true }) preferredName!: string | null;
  @Column('text', { nullable: true }) email!: string | null;
  @Column('text', { nullable: true }) phone!: string | null;
  @Column('text', { nullable: true }) mobile!: string | null;
  @Column('date', { nullable: true }) dateOfBirth!: string | null;
  @Column('text', { nullable: true }) sex!: SavePersonnel['sex'];
  @Column('jsonb', { nullable: true }) address!: SavePersonnel['address'];
  @Column('date') hireDate!: string;
  @Column('date', { nullable: true }) terminationDate!: string | null;
  @Column('uuid', { nullable: true }) lineManagerId!: string | null;
  @Column('uuid', { nullable: true }) userId!: string | null;
}
