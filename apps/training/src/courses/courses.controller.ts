import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  type CourseTransition,
  courseSchema,
  courseTransitionSchema,
  idSchema,
  type ListCourses,
  listCoursesSchema,
  pageOf,
  type SaveCourse,
  saveCourseSchema,
} from '@safety/contracts';
import {
  IfMatch,
  type Precondition,
  Returns,
  ReturnsNothing,
  TakesBody,
  TakesMergePatch,
  TakesParam,
  TakesQuery,
} from '@safety/platform';
import { CoursesService } from './courses.service.js';

@Controller('courses')
@BusinessApi()
export class CoursesController {
  constructor(private readonly courses: CoursesService) {}

  @Get()
  @Requires('training.read')
  @Returns(pageOf(courseSchema), { errors: ['invalid-cursor', 'too-many-ids'] })
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
  get(@Company() company: CompanyContext, @TakesParam('id', idSchema) id: string) {
    return this.courses.get(company, id);
  }

  @Put(':id')
  @Requires('training.write')
  @Returns(courseSchema, { errors: ['archived', 'duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesParam('id', idSchema) id: string,
    @IfMatch() precondition: Precondition,
    @TakesBody(saveCourseSchema) course: SaveCourse,
  ) {
    return this.courses.replace(company, id, precondition, course);
  }

  @Patch(':id')
  @Requires('training.write')
  @Returns(courseSchema, { errors: ['archived', 'duplicate'] })
  patch(
    @Company() company: CompanyContext,
    @TakesParam('id', idSchema) id: string,
    @IfMatch() precondition: Precondition,
    @TakesMergePatch(saveCourseSchema) patch: Record<string, unknown>,
  ) {
    return this.courses.patch(company, id, precondition, patch);
  }

  @Post(':id/transitions')
  @Requires('training.write')
  @Returns(courseSchema, { errors: ['archived', 'invalid-state'] })
  transition(
    @Company() company: CompanyContext,
    @TakesParam('id', idSchema) id: string,
    @IfMatch() precondition: Precondition,
    @TakesBody(courseTransitionSchema) step: CourseTransition,
  ) {
    return this.courses.transition(company, id, precondition, step);
  }

  @Delete(':id')
  @Requires('training.write')
  @ReturnsNothing()
  archive(
    @Company() company: CompanyContext,
    @TakesParam('id', idSchema) id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.courses.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires('training.write')
  @Returns(courseSchema, { errors: ['duplicate'] })
  restore(
    @Company() company: CompanyContext,
    @TakesParam('id', idSchema) id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.courses.restore(company, id, precondition);
  }
}
