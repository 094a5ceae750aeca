import { Injectable } from '@nestjs/common';
import { type CompanyContext, courseTransitions, type ListCourses, type SaveCourse } from '@safety/contracts';
import { ResourceService, type WritingVerb } from '@safety/persistence';
import { type Change, checkStep, stepsFrom } from '@safety/platform';
import type { Course } from './course.entity.js';
import { CourseReferences } from './course-references.js';
import { type CourseView, CourseViews } from './course-views.js';
import { CourseRows } from './courses.rows.js';

interface Step {
  transition: keyof typeof courseTransitions;
}

@Injectable()
export class CoursesService extends ResourceService<Course, CourseView, SaveCourse, ListCourses> {
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

  async transition(company: CompanyContext, id: string, change: Change<Step>): Promise<CourseView> {
    const changed = await this.rows.change(company, id, change, {
      authorise: async ({ archived, status }) => {
        if (archived) return;
        await checkStep(stepsFrom('course', courseTransitions, status), change.given('transition'));
      },
      values: ({ transition }) => ({ status: courseTransitions[transition].to }),
    });
    return this.views.one(company, changed);
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
