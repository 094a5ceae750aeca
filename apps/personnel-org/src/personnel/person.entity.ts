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
  /** Sensitive members are encrypted; see `SensitivePersonnel`. */
  @Column('bytea', { name: 'date_of_birth_sealed', nullable: true }) dateOfBirth!: Buffer | null;
  @Column('bytea', { name: 'sex_sealed', nullable: true }) sex!: Buffer | null;
  @Column('bytea', { name: 'address_sealed', nullable: true }) address!: Buffer | null;
  @Column('date') hireDate!: string;
  @Column('date', { nullable: true }) terminationDate!: string | null;
  @Column('uuid', { nullable: true }) lineManagerId!: string | null;
  @Column('uuid', { nullable: true }) userId!: string | null;
}
