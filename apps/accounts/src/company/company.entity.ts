import type { companyStatuses, RiskBands } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A company is the one row of its own wall: its id is the company. */
@Entity('companies')
export class Company extends CompanyRecord {
  @PrimaryColumn({ type: 'uuid', generatedType: 'STORED', asExpression: 'id' }) override companyId!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) legalName!: string | null;
  @Column('text') countryCode!: string;
  @Column('text') timeZone!: string;
  @Column('text') defaultLocale!: string;
  @Column('jsonb') riskBands!: RiskBands;
  @Column('boolean') allowSelfApproval!: boolean;
  @Column('uuid', { array: true }) defaultApproverUserIds!: string[];
  @Column('int', { nullable: true }) sessionLifetimeMinutes!: number | null;
  @Column('boolean') requireIfMatch!: boolean;
  @Column('text') status!: (typeof companyStatuses)[number];
  @Column('boolean') isDemo!: boolean;
}
