import type { AssociateType } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('associates')
export class Associate extends CompanyRecord {
  @Column('text') firstName!: string;
  @Column('text') lastName!: string;
  @Column('text') associateType!: AssociateType;
  @Column('text', { nullable: true }) employerName!: string | null;
  @Column('uuid', { nullable: true }) jobTitleId!: string | null;
  @Column('text', { nullable: true }) email!: string | null;
  @Column('text', { nullable: true }) phone!: string | null;
  @Column('uuid', { array: true }) orgStructureIds!: string[];
  @Column('uuid', { nullable: true }) hostPersonnelId!: string | null;
  @Column('date', { nullable: true }) validFrom!: string | null;
  @Column('date', { nullable: true }) validTo!: string | null;
  @Column('date', { nullable: true }) inductionCompletedAt!: string | null;
  @Column('text', { nullable: true }) notes!: string | null;
}
