import type { companyUserStatuses } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/**
 * A user in a company; the id is that of the user, the names and the address are as the company knows them.
 */
@Entity('company_users')
export class CompanyUser extends CompanyRecord {
  @Column('text') email!: string;
  @Column('text') givenName!: string;
  @Column('text') familyName!: string;
  @Column({ type: 'text', generatedType: 'STORED', asExpression: "given_name || ' ' || family_name" })
  displayName!: string;
  @Column('text') status!: (typeof companyUserStatuses)[number];
  @Column('boolean') canSignIn!: boolean;
  @Column('timestamptz', { nullable: true }) invitedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) acceptedAt!: Date | null;
}
