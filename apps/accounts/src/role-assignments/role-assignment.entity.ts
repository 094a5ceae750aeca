import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** A role that a user holds, at and below some org structures or, without any, in the whole company. */
@Entity('role_assignments')
export class RoleAssignmentRow extends CompanyRecord {
  @Column('uuid') userId!: string;
  @Column('uuid') roleId!: string;
  @Column('uuid', { name: 'org_structure_ids', array: true }) orgStructureRelationshipIds!: string[];
}
