import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** The permissions of a built-in role are in the code, and null here. */
@Entity('roles')
export class Role extends CompanyRecord {
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text', { nullable: true }) builtIn!: string | null;
  @Column('text', { array: true, nullable: true }) permissions!: string[] | null;
}
