import { Controller } from '@nestjs/common';
import { BusinessApi, Requires, RequiresEverywhere, resourceHandlers } from '@safety/auth-guard';
import { courseSchema, courseTransitionSchema, listCoursesSchema, saveCourseSchema } from '@safety/contracts';
import { Resource } from '@safety/platform';
import { CoursesService } from './courses.service.js';

const Handlers = resourceHandlers({
  row: courseSchema,
  query: listCoursesSchema,
  body: saveCourseSchema,
  step: courseTransitionSchema,
  etag: 'version and content',
  reads: Requires('training.read'),
  // They belong to the whole company: writing one changes standings everywhere.
  writes: RequiresEverywhere('training.write'),
  errors: { change: ['duplicate', 'cycle'], archive: ['in-use'] },
});

@Controller('courses')
@Resource({
  one: 'a course',
  many: 'courses',
  about: 'Courses are what people are trained in: how they are held, how long they take and count.',
})
@BusinessApi()
export class CoursesController extends Handlers {
  constructor(courses: CoursesService) {
    super(courses);
  }
}
