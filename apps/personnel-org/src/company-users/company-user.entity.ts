import type { RoleAssignment } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** A user as accounts publishes them, archived once they have left; a view, so for reading only. */
@Entity('users')
export class CompanyUser extends CompanyRecord {
  @Column('text') displayName!: string;
  @Column('text') email!: string;
  @Column('boolean') active!: boolean;
  /** False while the user has not accepted the invitation of the company. */
  @Column('boolean') accepted!: boolean;
  @Column('jsonb') assignments!: RoleAssignment[];
  /** Keys that say which roles count where; see `holdsRole`. */
  @Column('text', { array: true }) roleKeys!: string[];
  @Column('uuid', { nullable: true }) personnelId!: string | null;
}
