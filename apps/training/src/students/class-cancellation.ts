import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import type { TrainingClass } from '../classes/class.entity.js';
import { Seats, seatUseOf } from '../classes/seats.js';
import { People } from '../read-models/people.js';
import { Grading } from './grading.js';
import { formerStatusOf, LeavingStudents, restored } from './leaving-students.js';
import type { Student } from './student.entity.js';
import { StudentRows } from './students.rows.js';
import { WaitingList } from './waiting-list.js';

/** Takes the students of a class along when it is cancelled, or returns. The row of the class is locked. */
@Injectable()
export class ClassCancellation {
  constructor(
    private readonly seats: Seats,
    private readonly students: StudentRows,
    private readonly people: People,
    private readonly leaving: LeavingStudents,
    private readonly waitingList: WaitingList,
    private readonly grading: Grading,
  ) {}

  async cancel(company: CompanyContext, { id, cancelledReason }: TrainingClass): Promise<void> {
    const students = await this.students.ofClass(company, id);
    await this.leaving.cancel(company, id, students, { cancelledReason, cancelledWithClass: true });
  }

  /**
   * Brings back those whom the cancellation of the class has cancelled, without results: the class is yet to
   * begin. Those who are archived or have left stay cancelled, and their seats go to those who wait.
   */
  async reinstate(company: CompanyContext, again: TrainingClass): Promise<void> {
    const { id } = again;
    const all = await this.students.cancelledWithClass(company, id);
    const people = await this.people.find(
      company,
      all.map(({ personnelId }) => personnelId),
    );
    const isGone = ({ personnelId }: Student) => people.get(personnelId)?.gone ?? true;
    await this.students.changeAll(company, all.filter(isGone), () => ({ cancelledWithClass: false }));
    const students = all.filter((student) => !isGone(student));
    const statusOf = await this.grading.inClass(company, again);
    const former = (student: Student) => statusOf({ ...student, status: formerStatusOf(student) });
    for (const [use, back] of Map.groupBy(students, (student) => seatUseOf(former(student)))) {
      await this.seats.move(company.companyId, id, 'none', use, back.length);
      const values = (student: Student) => ({ ...restored, status: former(student) });
      await this.students.changeAll(company, back, values, 'restored');
    }
    await this.waitingList.fill(company, id);
  }
}
