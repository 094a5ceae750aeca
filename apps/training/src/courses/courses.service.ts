import { Injectable } from '@nestjs/common';
import { type CompanyContext, courseTransitions, type ListCourses, type SaveCourse } from '@safety/contracts';
import { ResourceWithSteps, type WritingVerb } from '@safety/persistence';
import type { Change } from '@safety/platform';
import type { Course } from './course.entity.js';
import { CourseReferences } from './course-references.js';
import { type CourseView, CourseViews } from './course-views.js';
import { CourseRows } from './courses.rows.js';

@Injectable()
export class CoursesService extends ResourceWithSteps<Course, CourseView, SaveCourse, ListCourses> {
  protected override readonly transitions = courseTransitions;

  constructor(
    rows: CourseRows,
    views: CourseViews,
    private readonly references: CourseReferences,
  ) {
    super(rows, views);
  }

  async add(company: CompanyContext, course: SaveCourse): Promise<CourseView> {
    const values = await this.references.checked(company, course);
    return this.views.one(company, await this.rows.add(company, { ...values, status: 'draft' }));
  }

  protected override takeTurns(company: CompanyContext, change: Change<SaveCourse>): Promise<void> {
    return this.references.takeTurns(company, change);
  }

  protected override values(company: CompanyContext, course: SaveCourse, current: Course) {
    return this.references.checked(company, course, current);
  }

  protected override async authorise(company: CompanyContext, course: Course, verb: WritingVerb) {
    if (verb === 'archive') await this.references.refuseClasses(company, course);
  }
}
