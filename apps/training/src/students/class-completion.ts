import { Injectable } from '@nestjs/common';
import type { CompanyContext, StudentStatus } from '@safety/contracts';
import { type NewRow } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import type { TrainingClass } from '../classes/class.entity.js';
import { Places, standingOf } from '../classes/places.js';
import type { Course } from '../courses/course.entity.js';
import { CourseRows } from '../courses/courses.rows.js';
import { People } from '../read-models/people.js';
import { expiryOf } from '../training-records/expiry.js';
import type { TrainingRecord } from '../training-records/training-record.entity.js';
import { TrainingRecordRows } from '../training-records/training-records.rows.js';
import { restored } from './cancellation.js';
import { Grading } from './grading.js';
import type { Student } from './student.entity.js';
import { cancelled } from './student-changes.js';
import { StudentRows } from './students.rows.js';
import { WaitingList } from './waiting-list.js';

const results = ['attended', 'passed', 'failed'] as const;
type Result = (typeof results)[number];

/** The effect on students when a class ends, or returns. The row of the class is locked. */
@Injectable()
export class ClassCompletion {
  constructor(
    private readonly places: Places,
    private readonly courses: CourseRows,
    private readonly students: StudentRows,
    private readonly records: TrainingRecordRows,
    private readonly people: People,
    private readonly waitingList: WaitingList,
    private readonly grading: Grading,
  ) {}

  /**
   * Makes a training record of each result, which is graded now where it was not before. Those without one
   * have not come, and nobody waits any more.
   */
  async complete(company: CompanyContext, done: TrainingClass): Promise<void> {
    const students = await this.students.ofClass(company, done.id);
    const statusOf = await this.grading.inClass(company, done);
    const withResult = students.flatMap((student) => {
      const status = statusOf(student);
      return becomesRecord(status) ? [{ student, status }] : [];
    });
    await this.students.changeAll(
      company,
      students.filter((student) => statusOf(student) === 'enrolled'),
      () => ({ status: 'noShow' }),
    );
    await this.cancelAll(
      company,
      done,
      students.filter(({ status }) => status === 'waitlisted'),
      { cancelledReason: 'The class was completed.' },
    );
    await this.addRecords(company, done, withResult);
  }

  async cancel(company: CompanyContext, gone: TrainingClass): Promise<void> {
    const students = await this.students.ofClass(company, gone.id);
    const { cancelledReason } = gone;
    await this.cancelAll(company, gone, students, { cancelledReason, cancelledWithClass: true });
  }

  /**
   * Brings back those whom the cancellation of the class has cancelled, without results: the class is yet to
   * begin. Those who are archived or have left stay cancelled, and their places go to those who wait.
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
    const former = ({ formerStatus, score }: Student) =>
      statusOf({ status: formerStatus ?? 'enrolled', score });
    for (const [standing, back] of Map.groupBy(students, (student) => standingOf(former(student)))) {
      await this.places.move(company.companyId, id, 'none', standing, back.length);
      const values = (student: Student) => ({ ...restored, status: former(student) });
      await this.students.changeAll(company, back, values, 'restored');
    }
    await this.waitingList.fill(company, id);
  }

  private async cancelAll(
    company: CompanyContext,
    { id }: TrainingClass,
    students: readonly Student[],
    more: Partial<Student>,
  ): Promise<void> {
    const now = await this.students.startedAt(company);
    for (const [standing, going] of Map.groupBy(students, ({ status }) => standingOf(status))) {
      await this.places.move(company.companyId, id, standing, 'none', going.length);
      await this.students.changeAll(
        company,
        going,
        (student) => ({ ...cancelled(student, company, now), ...more }),
        'archived',
      );
    }
  }

  private async addRecords(
    company: CompanyContext,
    done: TrainingClass,
    ended: readonly Ended[],
  ): Promise<void> {
    const course = await this.courses.unrestricted.get(company, done.courseId);
    const today = dateIn(company.timeZone, await this.students.startedAt(company));
    const completedOn = [done.endsOn, today].sort()[0] ?? today;
    const ids = await this.records.addOfClass(
      company,
      ended.map((one) => recordOf(one, done, course, completedOn)),
    );
    const written = new Map(
      ended.map(({ student, status }, index) => [
        student.id,
        { status, trainingRecordId: ids[index] ?? null },
      ]),
    );
    await this.students.changeAll(
      company,
      ended.map(({ student }) => student),
      ({ id }) => written.get(id) ?? {},
    );
  }
}

/** A student as the class leaves them, with a result. */
interface Ended {
  student: Student;
  status: Result;
}

const becomesRecord = (status: StudentStatus): status is Result =>
  results.some((result) => result === status);

function recordOf(
  { student: { id, personnelId, classId, score }, status }: Ended,
  { courseId, instructorName }: TrainingClass,
  course: Course,
  completedOn: string,
): NewRow<TrainingRecord> {
  const expiry = expiryOf({ completedOn, result: status }, course, { expiresOn: null });
  return {
    ...expiry,
    personnelId,
    courseId,
    classId,
    studentId: id,
    completedOn,
    result: status,
    score,
    certificateNumber: null,
    issuer: instructorName,
    attachmentIds: [],
    source: 'class',
    xapiStatementId: null,
    voidReason: null,
  };
}
