import { Module } from '@nestjs/common';
import { CourseReferences } from './course-references.js';
import { CoursesController } from './courses.controller.js';
import { CourseRows } from './courses.rows.js';
import { CoursesService } from './courses.service.js';

@Module({
  controllers: [CoursesController],
  providers: [CoursesService, CourseRows, CourseReferences],
})
export class CoursesModule {}
