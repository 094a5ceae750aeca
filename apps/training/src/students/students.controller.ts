import { Controller, Delete, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  type CompanyContext,
  type EnrolStudent,
  enrolStudentSchema,
  listStudentsSchema,
  saveStudentSchema,
  studentSchema,
} from '@safety/contracts';
import {
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
  TakesBody,
  TakesId,
} from '@safety/platform';
import { WritesOfPerson } from '../rows/writes-of-person.js';
import { Cancellation } from './cancellation.js';
import { Enrolment } from './enrolment.js';
import { Restoration } from './restoration.js';
import { StudentsService } from './students.service.js';

const Handlers = resourceHandlers({
  row: studentSchema,
  query: listStudentsSchema,
  body: enrolStudentSchema,
  changed: saveStudentSchema,
  reads: Requires('training.read'),
  writes: WritesOfPerson(),
  errors: { change: ['duplicate', 'class-full', 'invalid-state'] },
  without: ['add', 'archive', 'restore'],
});

@Controller('students')
@Resource({
  one: 'a student',
  many: 'students',
  about: "Students are people's seats in classes, with their results.",
})
@BusinessApi()
export class StudentsController extends Handlers {
  constructor(
    students: StudentsService,
    private readonly enrolment: Enrolment,
    private readonly cancellation: Cancellation,
    private readonly restoration: Restoration,
  ) {
    super(students);
  }

  @Post()
  @WritesOfPerson()
  @Summary(
    'Enrol a person in a class',
    'Gives a seat, or a turn on the waiting list where that is wanted and the class is full.',
  )
  @Returns(studentSchema, {
    status: 201,
    errors: ['duplicate', 'already-enrolled', 'class-full', 'invalid-state', 'prerequisite-missing'],
  })
  add(@Company() company: CompanyContext, @TakesBody(enrolStudentSchema) student: EnrolStudent) {
    return this.enrolment.one(company, student);
  }

  @Delete(':id')
  @WritesOfPerson()
  @Summary(
    "Cancel a student's enrolment",
    'Takes the student out of the class; until the class ends, the next one who waits gets the seat.',
  )
  @ReturnsNothing({ errors: ['invalid-state'] })
  cancel(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.cancellation.cancel(company, id, precondition);
  }

  @Put(':id/restore')
  @WritesOfPerson()
  @Summary(
    'Re-enrol a cancelled student',
    'Gives the student a seat again, or a turn on the waiting list to somebody who waited.',
  )
  @Returns(studentSchema, {
    errors: ['already-enrolled', 'archived', 'class-full', 'invalid-state', 'prerequisite-missing'],
  })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.restoration.restore(company, id, precondition);
  }
}
