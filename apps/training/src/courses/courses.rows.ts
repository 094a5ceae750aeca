import { Injectable } from '@nestjs/common';
import { courseChanged } from '@safety/contracts';
import { CompanyRows, messageOf, RowsSource } from '@safety/persistence';
import { readsTraining } from '../rows/reads-training.js';
import { DuePeople } from '../standings/due-people.js';
import { Course } from './course.entity.js';
import { courseLists } from './course-lists.js';

@Injectable()
export class CourseRows extends CompanyRows<Course> {
  constructor(source: RowsSource, due: DuePeople) {
    super(source, Course, {
      what: 'course',
      visible: 'to everyone',
      mayRead: readsTraining,
      lists: courseLists,
      message: messageOf(courseChanged, (course) => course),
      unique: { courses_code_key: { properties: ['code'], ignoresCase: true } },
      references: { courses_refresher_course_fkey: 'refresherCourseId' },
      written: async ({ companyId }, after, before) => due.addOfChangedCourse(companyId, after, before),
    });
  }
}
