import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('emergency_contacts')
export class EmergencyContact extends CompanyRecord {
  @Column('uuid') personnelId!: string;
  @Column('int') priority!: number;
  /** All else, encrypted. */
  @Column('bytea') details!: Buffer;
}
