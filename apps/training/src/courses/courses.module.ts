import { Module } from '@nestjs/common';
import { RowsModule } from '../rows.module.js';
import { CourseReferences } from './course-references.js';
import { CourseViews } from './course-views.js';
import { CoursesController } from './courses.controller.js';
import { CoursesService } from './courses.service.js';

@Module({
  imports: [RowsModule],
  controllers: [CoursesController],
  providers: [CoursesService, CourseReferences, CourseViews],
})
export class CoursesModule {}
