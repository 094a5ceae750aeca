import { Injectable } from '@nestjs/common';
import type { CompanyContext, StudentStatus } from '@safety/contracts';
import type { CompanyActor } from '@safety/persistence';
import { Seats, seatUseOf } from '../classes/seats.js';
import type { Student } from './student.entity.js';
import { type StudentChange, StudentRows } from './students.rows.js';

/** Students who leave their class, whose row is locked. */
@Injectable()
export class LeavingStudents {
  constructor(
    private readonly seats: Seats,
    private readonly students: StudentRows,
  ) {}

  /** Cancels students of a class, whose seats become free; `more` says why. */
  async cancel(
    company: CompanyContext,
    classId: string,
    students: readonly Student[],
    more: StudentChange = {},
  ): Promise<void> {
    const now = await this.students.startedAt(company);
    for (const [use, going] of Map.groupBy(students, ({ status }) => seatUseOf(status))) {
      await this.seats.move(company.companyId, classId, use, 'none', going.length);
      const values = (student: Student) => ({ ...cancelled(student, company, now), ...more });
      await this.students.changeAll(company, going, values, 'archived');
    }
  }
}

/** The members of a student who is cancelled from now on. */
export const cancelled = (
  { status }: Pick<Student, 'status'>,
  { userId }: CompanyActor,
  now: Date,
): StudentChange => ({
  status: 'cancelled',
  formerStatus: status,
  archivedAt: now,
  archivedByUserId: userId,
});

/** The members of a student who is back. */
export const restored: StudentChange = {
  formerStatus: null,
  cancelledWithClass: false,
  cancelledReason: null,
  archivedAt: null,
  archivedByUserId: null,
};

/** How a cancelled student stood in the class before. */
export const formerStatusOf = ({ formerStatus }: Pick<Student, 'formerStatus'>): StudentStatus =>
  formerStatus ?? 'enrolled';
