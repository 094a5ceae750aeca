import { Controller, Get, Post } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  type CompanyContext,
  classSchema,
  classTransitionSchema,
  type EnrolStudents,
  enrolledStudentsSchema,
  enrolStudentsSchema,
  type ListStudentsOfClass,
  listClassesSchema,
  listStudentsOfClassSchema,
  pageOf,
  saveClassSchema,
  studentSchema,
} from '@safety/contracts';
import {
  type Change,
  Resource,
  Returns,
  Summary,
  TakesAddition,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { Enrolment } from '../students/enrolment.js';
import { StudentsService } from '../students/students.service.js';
import { ClassesService } from './classes.service.js';

const Handlers = resourceHandlers({
  row: classSchema,
  query: listClassesSchema,
  body: saveClassSchema,
  step: classTransitionSchema,
  etag: 'version and content',
  reads: Requires('training.read'),
  writes: Requires(
    'training.write',
    'It has to count at the org structure of the class; for a class of none, in the whole company.',
  ),
  errors: {
    change: ['duplicate', 'invalid-state'],
    archive: ['in-use'],
    restore: ['archived', 'invalid-state'],
  },
  summaries: {
    add: Summary('Add a class', 'Schedules a class; its title is by default the name of the course.'),
    transition: Summary(
      'Move a class to another status',
      'Completing writes a training record for each result, once, and may be repeated. A student without one becomes `noShow`: 409 `invalid-state` where the caller may not write all of these. Cancelling cancels the students, and reinstating brings them back; once `startAt` has passed it is 409 `invalid-state`.',
    ),
  },
});

@Controller('classes')
@Resource({
  one: 'a class',
  many: 'classes',
  about: 'Classes are sessions of a course, with places for students.',
})
@BusinessApi()
export class ClassesController extends Handlers {
  constructor(
    classes: ClassesService,
    private readonly students: StudentsService,
    private readonly enrolment: Enrolment,
  ) {
    super(classes);
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
  @Requires(
    'training.write',
    'It has to count at the place of each person; the result of any other has the error `permission-denied`, or `not-found` out of sight.',
  )
  @Summary('Enrol several people in a class', 'Enrols people in their order, each with a result of its own.')
  @Returns(enrolledStudentsSchema, { status: 201, errors: ['class-full', 'invalid-state'] })
  enrol(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesAddition(enrolStudentsSchema, { ifMatch: true }) change: Change<EnrolStudents>,
  ) {
    return this.enrolment.many(company, id, change);
  }
}
