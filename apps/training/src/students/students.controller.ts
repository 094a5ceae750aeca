import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  type EnrolStudent,
  enrolStudentSchema,
  type ListChanges,
  type ListStudents,
  listChangesSchema,
  listStudentsSchema,
  pageOf,
  recordedChangesSchema,
  type SaveStudent,
  saveStudentSchema,
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
import { WritesOfPerson } from '../rows/writes-of-person.js';
import { Cancellation } from './cancellation.js';
import { Enrolment } from './enrolment.js';
import { Restoration } from './restoration.js';
import { StudentRows } from './students.rows.js';
import { StudentsService } from './students.service.js';

@Controller('students')
@Resource({
  one: 'a student',
  many: 'students',
  about: "Students are people's places in classes, with their results.",
})
@BusinessApi()
export class StudentsController {
  constructor(
    private readonly rows: StudentRows,
    private readonly students: StudentsService,
    private readonly enrolment: Enrolment,
    private readonly cancellation: Cancellation,
    private readonly restoration: Restoration,
  ) {}

  @Get()
  @Requires('training.read')
  @Returns(pageOf(studentSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listStudentsSchema) query: ListStudents) {
    return this.students.page(company, query);
  }

  @Post()
  @WritesOfPerson()
  @Summary(
    'Enrol a person in a class',
    'Gives a place, or one on the waiting list where that is wanted and the class is full.',
  )
  @Returns(studentSchema, {
    status: 201,
    errors: ['duplicate', 'already-enrolled', 'class-full', 'invalid-state', 'prerequisite-missing'],
  })
  add(@Company() company: CompanyContext, @TakesBody(enrolStudentSchema) student: EnrolStudent) {
    return this.enrolment.one(company, student);
  }

  @Get(':id')
  @Requires('training.read')
  @Returns(studentSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.rows.get(company, id);
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
  @WritesOfPerson()
  @Returns(studentSchema, { errors: ['duplicate', 'class-full', 'invalid-state'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveStudentSchema) change: Change<SaveStudent>,
  ) {
    return this.students.change(company, id, change);
  }

  @Patch(':id')
  @WritesOfPerson()
  @Returns(studentSchema, { errors: ['duplicate', 'class-full', 'invalid-state'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveStudentSchema) change: Change<SaveStudent>,
  ) {
    return this.students.change(company, id, change);
  }

  @Delete(':id')
  @WritesOfPerson()
  @Summary(
    "Cancel a student's enrolment",
    'Takes the student out of the class; until the class ends, the next one who waits gets the place.',
  )
  @ReturnsNothing({ errors: ['invalid-state'] })
  cancel(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.cancellation.cancel(company, id, precondition);
  }

  @Put(':id/restore')
  @WritesOfPerson()
  @Summary(
    'Re-enrol a cancelled student',
    'Gives the student a place again, or one on the waiting list to somebody who waited.',
  )
  @Returns(studentSchema, {
    errors: ['already-enrolled', 'archived', 'class-full', 'invalid-state', 'prerequisite-missing'],
  })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.restoration.restore(company, id, precondition);
  }
}
