import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type ClassTransition,
  type CompanyContext,
  classSchema,
  classTransitionSchema,
  type EnrolStudents,
  enrolledStudentsSchema,
  enrolStudentsSchema,
  type ListChanges,
  type ListClasses,
  type ListStudentsOfClass,
  listChangesSchema,
  listClassesSchema,
  listStudentsOfClassSchema,
  pageOf,
  recordedChangesSchema,
  type SaveClass,
  saveClassSchema,
  studentSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Returns,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { Enrolment } from '../students/enrolment.js';
import { StudentsService } from '../students/students.service.js';
import { ClassTransitions } from './class-transitions.js';
import { ClassRows } from './classes.rows.js';
import { ClassesService } from './classes.service.js';

@Controller('classes')
@BusinessApi()
export class ClassesController {
  constructor(
    private readonly rows: ClassRows,
    private readonly classes: ClassesService,
    private readonly transitions: ClassTransitions,
    private readonly students: StudentsService,
    private readonly enrolment: Enrolment,
  ) {}

  @Get()
  @Requires('training.read')
  @Returns(pageOf(classSchema), { errors: ['invalid-cursor', 'too-many-ids'] })
  list(@Company() company: CompanyContext, @TakesQuery(listClassesSchema) query: ListClasses) {
    return this.classes.page(company, query);
  }

  @Post()
  @Requires('training.write')
  @Returns(classSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveClassSchema) body: SaveClass) {
    return this.classes.add(company, body);
  }

  @Get(':id')
  @Requires('training.read')
  @Returns(classSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.classes.get(company, id);
  }

  /** The changes of the class in the last 30 days and their authors, the newest first. */
  @Get(':id/audit')
  @Requires('training.read')
  @Returns(recordedChangesSchema, { errors: ['invalid-cursor'] })
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.rows.history(company, id, query);
  }

  @Put(':id')
  @Requires('training.write')
  @Returns(classSchema, { errors: ['archived', 'duplicate', 'invalid-state'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveClassSchema) change: Change<SaveClass>,
  ) {
    return this.classes.change(company, id, change);
  }

  @Patch(':id')
  @Requires('training.write')
  @Returns(classSchema, { errors: ['archived', 'duplicate', 'invalid-state'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveClassSchema) change: Change<SaveClass>,
  ) {
    return this.classes.change(company, id, change);
  }

  /** Completing writes a training record for each result, once; it may be repeated. */
  @Post(':id/transitions')
  @Requires('training.write')
  @Returns(classSchema, { errors: ['archived', 'invalid-state'] })
  transition(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(classTransitionSchema) change: Change<ClassTransition>,
  ) {
    return this.transitions.transition(company, id, change);
  }

  @Delete(':id')
  @Requires('training.write')
  @ReturnsNothing({ errors: ['in-use'] })
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.classes.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires('training.write')
  @Returns(classSchema)
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.classes.restore(company, id, precondition);
  }

  @Get(':id/students')
  @Requires('training.read')
  @Returns(pageOf(studentSchema), { errors: ['invalid-cursor', 'too-many-ids'] })
  listStudents(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listStudentsOfClassSchema) query: ListStudentsOfClass,
  ) {
    return this.students.pageOfClass(company, id, query);
  }

  /** Enrols several people, each with a result of its own. */
  @Post(':id/students')
  @Requires('training.write')
  @Returns(enrolledStudentsSchema, { status: 201, errors: ['archived', 'class-full', 'invalid-state'] })
  enrol(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(enrolStudentsSchema) change: Change<EnrolStudents>,
  ) {
    return this.enrolment.many(company, id, change);
  }
}
