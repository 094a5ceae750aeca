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
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
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
@Resource({
  one: 'a class',
  many: 'classes',
  about: 'Classes are sessions of a course, with places for students.',
})
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
  @Returns(pageOf(classSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listClassesSchema) query: ListClasses) {
    return this.classes.page(company, query);
  }

  @Post()
  @Requires('training.write')
  @Summary('Add a class', 'Schedules a class; its title is by default the name of the course.')
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
  @Returns(classSchema, { errors: ['duplicate', 'invalid-state'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveClassSchema) change: Change<SaveClass>,
  ) {
    return this.classes.change(company, id, change);
  }

  @Patch(':id')
  @Requires('training.write')
  @Returns(classSchema, { errors: ['duplicate', 'invalid-state'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveClassSchema) change: Change<SaveClass>,
  ) {
    return this.classes.change(company, id, change);
  }

  @Post(':id/transitions')
  @Requires('training.write')
  @Summary(
    'Move a class to another status',
    'Completing writes a training record for each result, once, and may be repeated. Cancelling cancels the students, and reinstating brings them back.',
  )
  @Returns(classSchema, { errors: ['invalid-state'] })
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
  @Summary('List the students of a class', 'One page of the students of the class whom the caller may see.')
  @Returns(pageOf(studentSchema))
  listStudents(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listStudentsOfClassSchema) query: ListStudentsOfClass,
  ) {
    return this.students.pageOfClass(company, id, query);
  }

  @Post(':id/students')
  @Requires('training.write')
  @Summary('Enrol several people in a class', 'Enrols people in their order, each with a result of its own.')
  @Returns(enrolledStudentsSchema, { status: 201, errors: ['class-full', 'invalid-state'] })
  enrol(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(enrolStudentsSchema) change: Change<EnrolStudents>,
  ) {
    return this.enrolment.many(company, id, change);
  }
}
