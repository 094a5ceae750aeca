import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { checkPrecondition, type Precondition, ProblemError } from '@safety/platform';
import { ClassRows } from '../classes/classes.rows.js';
import { Seats } from '../classes/seats.js';
import { People } from '../read-models/people.js';
import { referenceTo } from '../rows/references.js';
import { Enrolment } from './enrolment.js';
import { Grading } from './grading.js';
import { formerStatusOf, restored } from './leaving-students.js';
import type { Student } from './student.entity.js';
import { StudentRows } from './students.rows.js';

/** Brings a cancelled student back into the class. */
@Injectable()
export class Restoration {
  constructor(
    private readonly students: StudentRows,
    private readonly seats: Seats,
    private readonly classes: ClassRows,
    private readonly people: People,
    private readonly enrolment: Enrolment,
    private readonly grading: Grading,
  ) {}

  /**
   * Gives a cancelled student a seat again, with the result from before. Throws 409 when there is none, or
   * the class takes nobody, and 422 as an enrolment does.
   */
  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<Student> {
    const { classId } = await this.students.get(company, id);
    const { archived } = await this.seats.lock(company.companyId, classId);
    const student = await this.students.get(company, id);
    const { personnelId } = student;
    await this.people.authorise(company, personnelId);
    if (!student.archived) return student;
    if (archived)
      throw new ProblemError('archived', {
        detail: 'The class is archived: restore it first.',
        extensions: { references: await referenceTo(company, 'classes', this.classes, classId) },
      });
    const taken = await this.enrolment.open(company, classId);
    await this.people.refuseGone(company, personnelId);
    await this.enrolment.refuseEnrolled(company, classId, personnelId);
    const former = formerStatusOf(student);
    const seat = await this.seats.take(company.companyId, classId, former === 'waitlisted');
    checkPrecondition(precondition, student.version);
    await this.enrolment.refuseLacking(company, taken, personnelId);
    const statusOf = await this.grading.inClass(company, taken);
    const status = statusOf({ ...student, status: former === 'waitlisted' ? seat.status : former });
    await this.students.changeAll(company, [student], () => ({ ...seat, ...restored, status }), 'restored');
    return this.students.get(company, id);
  }
}
