import { Injectable } from '@nestjs/common';
import { courseChanged } from '@safety/contracts';
import { CompanyRows, messageOf, RowsSource } from '@safety/persistence';
import { Course } from './course.entity.js';

@Injectable()
export class CourseRows extends CompanyRows<Course> {
  constructor(source: RowsSource) {
    super(source, Course, {
      what: 'course',
      visible: 'to everyone',
      defaultSort: { key: 'name', descending: false },
      search: ['name', 'code'],
      message: messageOf(courseChanged, (course) => course),
      unique: { courses_code_key: { properties: ['code'], ignoresCase: true } },
      references: { courses_refresher_course_fkey: 'refresherCourseId' },
    });
  }
}
