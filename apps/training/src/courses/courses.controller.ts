import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  type CourseTransition,
  courseSchema,
  courseTransitionSchema,
  type ListChanges,
  type ListCourses,
  listChangesSchema,
  listCoursesSchema,
  pageOf,
  recordedChangesSchema,
  type SaveCourse,
  saveCourseSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { CourseRows } from './courses.rows.js';
import { CoursesService } from './courses.service.js';

@Controller('courses')
@Resource({
  one: 'a course',
  many: 'courses',
  about: 'Courses are what people are trained in: how they are held, how long they take and count.',
})
@BusinessApi()
export class CoursesController {
  constructor(
    private readonly rows: CourseRows,
    private readonly courses: CoursesService,
  ) {}

  @Get()
  @Requires('training.read')
  @Returns(pageOf(courseSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listCoursesSchema) query: ListCourses) {
    return this.courses.page(company, query);
  }

  @Post()
  @Requires('training.write')
  @Returns(courseSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveCourseSchema) course: SaveCourse) {
    return this.courses.add(company, course);
  }

  @Get(':id')
  @Requires('training.read')
  @Returns(courseSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.courses.get(company, id);
  }

  /** The changes of the course in the last 30 days and their authors, the newest first. */
  @Get(':id/audit')
  @Requires('training.read')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.rows.history(company, id, query);
  }

  @Put(':id')
  @Requires('training.write')
  @Returns(courseSchema, { errors: ['duplicate', 'cycle'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveCourseSchema) change: Change<SaveCourse>,
  ) {
    return this.courses.change(company, id, change);
  }

  @Patch(':id')
  @Requires('training.write')
  @Returns(courseSchema, { errors: ['duplicate', 'cycle'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveCourseSchema) change: Change<SaveCourse>,
  ) {
    return this.courses.change(company, id, change);
  }

  @Post(':id/transitions')
  @Requires('training.write')
  @Returns(courseSchema, { errors: ['invalid-state'] })
  transition(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(courseTransitionSchema) change: Change<CourseTransition>,
  ) {
    return this.courses.transition(company, id, change);
  }

  @Delete(':id')
  @Requires('training.write')
  @ReturnsNothing({ errors: ['in-use'] })
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.courses.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires('training.write')
  @Returns(courseSchema)
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.courses.restore(company, id, precondition);
  }
}
