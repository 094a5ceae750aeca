import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { checkPrecondition, type Precondition } from '@safety/platform';
import { Seats } from '../classes/seats.js';
import { People } from '../read-models/people.js';
import { closed } from './enrolment.js';
import { LeavingStudents } from './leaving-students.js';
import { StudentRows } from './students.rows.js';
import { WaitingList } from './waiting-list.js';

/** Takes a student out of the class. */
@Injectable()
export class Cancellation {
  constructor(
    private readonly students: StudentRows,
    private readonly seats: Seats,
    private readonly people: People,
    private readonly leaving: LeavingStudents,
    private readonly waitingList: WaitingList,
  ) {}

  /** Cancels a student; the next one who waits gets the seat. One that is cancelled stays so. */
  async cancel(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    const { classId } = await this.students.get(company, id);
    const taken = await this.seats.lock(company.companyId, classId);
    const student = await this.students.get(company, id);
    await this.people.authorise(company, student.personnelId);
    if (student.archived) return;
    if (taken.status === 'completed') {
      const now = await this.students.startedAt(company);
      throw await closed(taken, 'The class is completed: its results stay.', now);
    }
    checkPrecondition(precondition, student.version);
    await this.leaving.cancel(company, classId, [student]);
    await this.waitingList.fill(company, classId);
  }
}
