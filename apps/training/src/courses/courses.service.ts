import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type CourseTransition,
  type ListCourses,
  type Page,
  type SaveCourse,
  saveCourseSchema,
} from '@safety/contracts';
import { anyOf, type CompanyRows, CompanyRowsFactory } from '@safety/persistence';
import { invalidField, type Precondition } from '@safety/platform';
import { Course } from './course.entity.js';
import { statusAfter } from './course-transitions.js';

@Injectable()
export class CoursesService {
  private readonly courses: CompanyRows<Course>;

  constructor(rows: CompanyRowsFactory) {
    this.courses = rows.for(Course, {
      what: 'course',
      defaultSort: { key: 'name', descending: false },
      search: ['name', 'code'],
      unique: { courses_code_key: ['code'] },
      references: { courses_refresher_course_fkey: 'refresherCourseId' },
    });
  }

  page(company: CompanyContext, query: ListCourses): Promise<Page<Course>> {
    return this.courses.page(company, query, [
      anyOf('status', query.status),
      anyOf('category', query.category),
      anyOf('deliveryMethod', query.deliveryMethod),
    ]);
  }

  get(company: CompanyContext, id: string): Promise<Course> {
    return this.courses.get(company, id);
  }

  async add(company: CompanyContext, course: SaveCourse): Promise<Course> {
    await this.checkReferences(company, course);
    return this.courses.add(company, { ...course, status: 'draft' });
  }

  async replace(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
    course: SaveCourse,
  ): Promise<Course> {
    await this.checkReferences(company, course, id);
    return this.courses.change(company, id, precondition, course);
  }

  async patch(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
    patch: Record<string, unknown>,
  ): Promise<Course> {
    const course = await this.courses.patched(company, id, patch, saveCourseSchema);
    return this.replace(company, id, precondition, course);
  }

  transition(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
    step: CourseTransition,
  ): Promise<Course> {
    return this.courses.change(company, id, precondition, ({ status }) => ({
      status: statusAfter(status, step),
    }));
  }

  async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    await this.courses.archive(company, id, precondition);
  }

  restore(company: CompanyContext, id: string, precondition: Precondition): Promise<Course> {
    return this.courses.restore(company, id, precondition);
  }

  private async checkReferences(company: CompanyContext, course: SaveCourse, id?: string): Promise<void> {
    const lists = {
      prerequisiteCourseIds: course.prerequisiteCourseIds,
      equivalentCourseIds: course.equivalentCourseIds,
    };
    const known = await this.courses.existing(company, Object.values(lists).flat());
    for (const [list, ids] of Object.entries(lists)) {
      const unknown = ids.findIndex((other) => !known.has(other));
      if (unknown >= 0) throw invalidField(`/${list}/${unknown}`, 'not-found', 'No such course.');
      if (id !== undefined && ids.includes(id))
        throw invalidField(`/${list}`, 'cycle', 'A course cannot name itself.');
    }
  }
}
