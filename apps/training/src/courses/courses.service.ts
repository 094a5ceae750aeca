import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type CourseTransition,
  courseTransitions,
  type ListCourses,
  type Page,
  type SaveCourse,
} from '@safety/contracts';
import { anyOf } from '@safety/persistence';
import { type Change, checkTransition } from '@safety/platform';
import type { Course } from './course.entity.js';
import { CourseReferences } from './course-references.js';
import { CourseRows } from './courses.rows.js';

@Injectable()
export class CoursesService {
  constructor(
    private readonly courses: CourseRows,
    private readonly references: CourseReferences,
  ) {}

  page(company: CompanyContext, query: ListCourses): Promise<Page<Course>> {
    return this.courses.page(company, query, [
      anyOf('status', query.status),
      anyOf('category', query.category),
      anyOf('deliveryMethod', query.deliveryMethod),
    ]);
  }

  async add(company: CompanyContext, course: SaveCourse): Promise<Course> {
    await this.references.check(company, course);
    return this.courses.add(company, { ...course, status: 'draft' });
  }

  async change(company: CompanyContext, id: string, change: Change<SaveCourse>): Promise<Course> {
    await this.references.takeTurns(company, change);
    return this.courses.change(company, id, change, {
      values: async (course, current) => {
        await this.references.check(company, course, current);
        return course;
      },
    });
  }

  transition(company: CompanyContext, id: string, change: Change<CourseTransition>): Promise<Course> {
    return this.courses.change(company, id, change, {
      authorise: ({ status }) =>
        checkTransition('course', courseTransitions, status, change.given('transition')),
      values: ({ transition }) => ({ status: courseTransitions[transition].to }),
    });
  }
}
