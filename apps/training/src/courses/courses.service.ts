import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type CourseTransition,
  courseTransitions,
  type ListCourses,
  type Page,
  type SaveCourse,
} from '@safety/contracts';
import { anyOf, CompanyTransactions, execute } from '@safety/persistence';
import { type Change, checkTransition, type Precondition, ProblemError } from '@safety/platform';
import type { Course } from './course.entity.js';
import { CourseReferences } from './course-references.js';
import { type CourseView, CourseViews } from './course-views.js';
import { CourseRows } from './courses.rows.js';

@Injectable()
export class CoursesService {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly courses: CourseRows,
    private readonly references: CourseReferences,
    private readonly views: CourseViews,
  ) {}

  async page(company: CompanyContext, { include, ...query }: ListCourses): Promise<Page<CourseView>> {
    const { data, page } = await this.courses.page(company, query, [
      anyOf('status', query.status),
      anyOf('category', query.category),
      anyOf('deliveryMethod', query.deliveryMethod),
    ]);
    const rows = include
      ? await this.views.of(company, data)
      : data.map((row) => ({ ...row, statistics: null }));
    return { data: rows, page };
  }

  async get(company: CompanyContext, id: string): Promise<CourseView> {
    return this.views.one(company, await this.courses.get(company, id));
  }

  async add(company: CompanyContext, course: SaveCourse): Promise<CourseView> {
    await this.references.check(company, course);
    return this.views.one(company, await this.courses.add(company, { ...course, status: 'draft' }));
  }

  async change(company: CompanyContext, id: string, change: Change<SaveCourse>): Promise<CourseView> {
    await this.references.takeTurns(company, change);
    const changed = await this.courses.change(company, id, change, {
      values: async (course, current) => {
        await this.references.check(company, course, current);
        return course;
      },
    });
    return this.views.one(company, changed);
  }

  async transition(
    company: CompanyContext,
    id: string,
    change: Change<CourseTransition>,
  ): Promise<CourseView> {
    const changed = await this.courses.change(company, id, change, {
      authorise: ({ status }) =>
        checkTransition('course', courseTransitions, status, change.given('transition')),
      values: ({ transition }) => ({ status: courseTransitions[transition].to }),
    });
    return this.views.one(company, changed);
  }

  /** Archives a course. Throws 409 `in-use` while a class of it is yet to end. */
  archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    return this.courses.archive(company, id, precondition, (course) => this.refuseClasses(company, course));
  }

  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<CourseView> {
    return this.views.one(company, await this.courses.restore(company, id, precondition));
  }

  private async refuseClasses({ companyId }: CompanyContext, { id, archived }: Course): Promise<void> {
    if (archived) return;
    const { client } = this.transactions.current(companyId);
    const text = `SELECT FROM classes WHERE company_id = $1 AND course_id = $2
      AND status IN ('scheduled', 'inProgress') AND NOT archived LIMIT 1`;
    const { rowCount } = await execute(client, text, [companyId, id]);
    if (rowCount) throw new ProblemError('in-use', { detail: 'The course has classes that are yet to end.' });
  }
}
