import { Module } from '@nestjs/common';
import { companyRows } from '@safety/persistence';
import { Course } from './course.entity.js';
import { CourseReferences } from './course-references.js';
import { CoursesController } from './courses.controller.js';
import { CoursesService } from './courses.service.js';

@Module({
  controllers: [CoursesController],
  providers: [
    CoursesService,
    CourseReferences,
    companyRows(Course, {
      what: 'course',
      defaultSort: { key: 'name', descending: false },
      search: ['name', 'code'],
      unique: { courses_code_key: ['code'] },
      references: { courses_refresher_course_fkey: 'refresherCourseId' },
    }),
  ],
})
export class CoursesModule {}
