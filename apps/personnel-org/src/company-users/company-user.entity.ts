import type { RoleAssignment } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** A user as accounts tells of them, archived once they have left; a view, so for reading only. */
@Entity('users')
export class CompanyUser extends CompanyRecord {
  @Column('text') displayName!: string;
  @Column('text') email!: string;
  @Column('boolean') active!: boolean;
  @Column('jsonb') assignments!: RoleAssignment[];
  @Column('uuid', { nullable: true }) personnelId!: string | null;
}
