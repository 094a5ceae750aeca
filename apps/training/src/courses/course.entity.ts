import type { courseCategories, courseStatuses, deliveryMethods } from '@safety/contracts';
import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('courses')
export class Course extends CompanyRecord {
  @Column('text') code!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text') category!: (typeof courseCategories)[number];
  @Column('text') deliveryMethod!: (typeof deliveryMethods)[number];
  @Column('int', { nullable: true }) durationMinutes!: number | null;
  @Column('int', { nullable: true }) validityMonths!: number | null;
  @Column('int') expiryWarningDays!: number;
  @Column('double precision', { nullable: true }) passMark!: number | null;
  @Column('uuid', { array: true }) prerequisiteCourseIds!: string[];
  @Column('uuid', { nullable: true }) refresherCourseId!: string | null;
  @Column('uuid', { array: true }) equivalentCourseIds!: string[];
  @Column('text', { nullable: true }) provider!: string | null;
  @Column('text', { nullable: true }) language!: string | null;
  @Column('text', { nullable: true }) contentUrl!: string | null;
  @Column('text') status!: (typeof courseStatuses)[number];
}
