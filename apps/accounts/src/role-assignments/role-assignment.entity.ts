import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/**
 * A role that a user or a service client holds, at and below some org structures or, without any, in the
 * whole company.
 */
@Entity('role_assignments')
export class RoleAssignmentRow extends CompanyRecord {
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('uuid', { nullable: true }) clientId!: string | null;
  @Column('uuid') roleId!: string;
  @Column('uuid', { name: 'org_structure_ids', array: true }) orgStructureRelationshipIds!: string[];
}
