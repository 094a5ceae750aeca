import type { OrgStructureType, StoredRequirement } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** An entry of the catalogue; what it requires applies wherever it is placed. */
@Entity('org_structure_items')
export class OrgStructureItem extends CompanyRecord {
  @Column('text') name!: string;
  @Column('text', { nullable: true }) code!: string | null;
  @Column('text') type!: OrgStructureType;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('jsonb') trainingRequired!: StoredRequirement[];
}
