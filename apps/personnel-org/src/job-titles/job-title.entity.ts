import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('job_titles')
export class JobTitle extends CompanyRecord {
  @Column('text') name!: string;
  @Column('text', { nullable: true }) code!: string | null;
  @Column('text', { nullable: true }) description!: string | null;
}
