import type { Address, Establishment, OrgStructureType } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** A placement of an item in the tree; name, code and type are those of the item. */
@Entity('org_structures')
export class OrgStructure extends CompanyRecord {
  @Column('uuid') itemId!: string;
  @Column('uuid', { nullable: true }) parentId!: string | null;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) code!: string | null;
  @Column('text') type!: OrgStructureType;
  @Column('int') level!: number;
  @Column('text') path!: string;
  @Column('uuid', { array: true }) pathIds!: string[];
  @Column('int') sortOrder!: number;
  @Column('text', { nullable: true }) timeZone!: string | null;
  @Column('jsonb', { nullable: true }) address!: Address | null;
  @Column('jsonb', { nullable: true }) establishment!: Establishment | null;
}
