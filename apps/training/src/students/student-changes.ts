import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, SaveStudent, StudentStatus } from '@safety/contracts';
import { invalidField, ProblemError, refuseFaults } from '@safety/platform';
import type { TrainingClass } from '../classes/class.entity.js';
import { hasBegun, isOver } from '../classes/class-steps.js';
import { classFull, Seats, seatUseOf } from '../classes/seats.js';
import { CourseRows } from '../courses/courses.rows.js';
import { People } from '../read-models/people.js';
import { closed } from './enrolment.js';
import { cancelled } from './leaving-students.js';
import type { Student } from './student.entity.js';
import { gradedStatus, isResult, nextStatuses, regraded, scoreFaults } from './student-statuses.js';

/** The student after a change; the class is locked. */
@Injectable()
export class StudentChanges {
  constructor(
    private readonly courses: CourseRows,
    private readonly seats: Seats,
    private readonly people: People,
  ) {}

  async values(
    company: CompanyContext,
    taken: TrainingClass,
    student: Student,
    wanted: SaveStudent,
  ): Promise<Partial<Student>> {
    refuseFaults(fixedFaults(student, wanted));
    const { status: asked = student.status, cancelledReason, ...details } = wanted;
    if (asked !== 'cancelled' && cancelledReason !== null)
      throw invalidField('/cancelledReason', 'not-allowed', 'Goes with the status cancelled.');
    const now = await this.courses.startedAt(company);
    const begun = hasBegun(taken, now);
    const isWaiting = begun && asked === 'enrolled' && wanted.score !== null;
    // A score that nobody changes is not graded again: the pass mark may be another by now.
    if (asked === student.status && wanted.score === student.score && !isWaiting) return details;
    if (isOver(taken)) throw await closed(taken, `The class is ${taken.status}: its results stay.`, now);
    const { passMark } = await this.courses.unrestricted.get(company, taken.courseId);
    const status = begun || asked !== 'enrolled' ? gradedStatus(asked, wanted.score, passMark) : asked;
    refuseFaults(scoreFaults(status, wanted.score, passMark));
    if (asked !== status && isResult(student.status) && wanted.score === student.score)
      throw invalidField('/status', 'not-allowed', scoreDecides(wanted.score, status));
    if (status === student.status && wanted.score === student.score) return details;
    await this.checkStatus(taken, student, { asked, status }, now);
    const seated = await this.seated(company, taken, student, status);
    if (status !== 'cancelled') return { ...details, ...seated };
    const was = regraded(student, wanted.score, passMark);
    return { ...details, ...cancelled({ status: was }, company, now), cancelledReason };
  }

  private async checkStatus(
    taken: TrainingClass,
    student: Student,
    { asked, status }: Record<'asked' | 'status', StudentStatus>,
    now: Date,
  ): Promise<void> {
    const possible = nextStatuses(student.status);
    if (!possible.includes(asked)) throw impossible(student, asked, possible);
    if (isResult(status) && !hasBegun(taken, now)) throw await closed(taken, 'The class has not begun.', now);
  }

  /** The seat that goes with a status. Throws 409 for one who has left, and `class-full`. */
  private async seated(
    company: CompanyContext,
    taken: TrainingClass,
    student: Student,
    status: StudentStatus,
  ): Promise<Partial<Student>> {
    const [from, to] = [seatUseOf(student.status), seatUseOf(status)];
    const full = taken.capacity !== null && taken.enrolledCount >= taken.capacity;
    if (from !== 'holds' && to === 'holds') {
      await this.people.refuseGone(company, student.personnelId);
      if (full) throw classFull();
    }
    const { companyId } = company;
    await this.seats.move(companyId, taken.id, from, to);
    if (from === to || to !== 'waits') return { status };
    return { status, ...(await this.seats.last(companyId, taken.id)) };
  }
}

function fixedFaults(student: Student, wanted: SaveStudent): FieldError[] {
  const members = ['classId', 'personnelId'] as const;
  return members
    .filter((member) => wanted[member] !== student[member])
    .map((member) => ({ pointer: `/${member}`, code: 'not-allowed', detail: 'Cannot be changed.' }));
}

const scoreDecides = (score: number | null, status: StudentStatus): string =>
  `The score of ${score} gives ${status}: send another score too, or null with enrolled.`;

const impossible = (student: Student, status: StudentStatus, possible: readonly StudentStatus[]) =>
  new ProblemError('invalid-state', {
    detail: `The student is ${student.status}: ${status} is not possible.`,
    extensions: { currentStatus: student.status, allowedTransitions: [...possible] },
  });
