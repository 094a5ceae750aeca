import { Injectable } from '@nestjs/common';
import type { CompanyContext, CourseStatistics, ListCourses } from '@safety/contracts';
import { Views } from '@safety/persistence';
import { ClassRows } from '../classes/classes.rows.js';
import { TrainingRecordRows } from '../training-records/training-records.rows.js';
import type { Course } from './course.entity.js';

export type CourseView = Course & { statistics: CourseStatistics | null };

/** Courses with their statistics, of the classes and people that the caller may read. */
@Injectable()
export class CourseViews extends Views<Course, CourseView, ListCourses> {
  constructor(
    private readonly classes: ClassRows,
    private readonly records: TrainingRecordRows,
  ) {
    super();
  }

  async of(company: CompanyContext, rows: readonly Course[], query?: ListCourses): Promise<CourseView[]> {
    if (query && !query.include) return rows.map((row) => ({ ...row, statistics: null }));
    const ids = rows.map(({ id }) => id);
    const [classes, records] = await Promise.all([
      this.classes.figuresOfCourses(company, ids),
      this.records.figuresOfCourses(company, ids),
    ]);
    return rows.map((row) => ({
      ...row,
      statistics: { ...noClasses, ...classes.get(row.id), ...noRecords, ...records.get(row.id) },
    }));
  }
}

const noClasses = { upcomingClassCount: 0, enrolledCount: 0 };
const noRecords = { recordCount: 0, personCount: 0, lastCompletedOn: null };
