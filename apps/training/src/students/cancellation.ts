import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { checkPrecondition, type Precondition } from '@safety/platform';
import { Places, standingOf } from '../classes/places.js';
import { People } from '../read-models/people.js';
import { closed, Enrolment } from './enrolment.js';
import { Grading } from './grading.js';
import type { Student } from './student.entity.js';
import { cancelled } from './student-changes.js';
import { isResult } from './student-statuses.js';
import { StudentRows } from './students.rows.js';
import { WaitingList } from './waiting-list.js';

/** Takes students out of their class, and brings them back. */
@Injectable()
export class Cancellation {
  constructor(
    private readonly students: StudentRows,
    private readonly places: Places,
    private readonly people: People,
    private readonly enrolment: Enrolment,
    private readonly grading: Grading,
    private readonly waitingList: WaitingList,
  ) {}

  /** Cancels a student; the next one who waits gets the place. One that is cancelled stays so. */
  async cancel(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    const { classId } = await this.students.get(company, id);
    const taken = await this.places.lock(company.companyId, classId);
    const student = await this.students.get(company, id);
    await this.people.authorise(company, student.personnelId);
    if (student.archived) return;
    const now = await this.students.startedAt(company);
    if (taken.status === 'completed')
      throw await closed(taken, 'The class is completed: its results stay.', now);
    checkPrecondition(precondition, student.version);
    await this.places.move(company.companyId, classId, standingOf(student.status), 'none');
    await this.students.changeAll(company, [student], (row) => cancelled(row, company, now), 'archived');
    await this.waitingList.fill(company, classId);
  }

  /**
   * Gives a cancelled student a place again, with the result from before. Throws 409 when there is none, or
   * the class takes nobody, and 422 as an enrolment does.
   */
  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<Student> {
    const { classId } = await this.students.get(company, id);
    await this.places.lock(company.companyId, classId);
    const student = await this.students.get(company, id);
    const { personnelId, formerStatus } = student;
    await this.people.authorise(company, personnelId);
    if (!student.archived) return student;
    const taken = await this.enrolment.open(company, classId);
    await this.people.refuseGone(company, personnelId);
    await this.enrolment.refuseEnrolled(company, classId, personnelId);
    const place = await this.places.take(company.companyId, classId, formerStatus === 'waitlisted');
    checkPrecondition(precondition, student.version);
    await this.enrolment.refuseLacking(company, taken, personnelId);
    const statusOf = await this.grading.inClass(company, taken);
    const had = formerStatus !== null && isResult(formerStatus) ? formerStatus : 'enrolled';
    const status = place.status === 'waitlisted' ? place.status : statusOf({ ...student, status: had });
    const values = { ...place, ...restored, status };
    await this.students.changeAll(company, [student], () => values, 'restored');
    return this.students.get(company, id);
  }
}

export const restored: Partial<Student> = {
  formerStatus: null,
  cancelledWithClass: false,
  cancelledReason: null,
  archivedAt: null,
  archivedByUserId: null,
};
