import { Injectable } from '@nestjs/common';
import type { CompanyContext, StudentStatus } from '@safety/contracts';
import { type NewRow } from '@safety/persistence';
import { dateIn, type StepRefusal } from '@safety/platform';
import type { TrainingClass } from '../classes/class.entity.js';
import type { Course } from '../courses/course.entity.js';
import { CourseRows } from '../courses/courses.rows.js';
import { People } from '../read-models/people.js';
import { expiryOf } from '../training-records/expiry.js';
import type { TrainingRecord } from '../training-records/training-record.entity.js';
import { TrainingRecordRows } from '../training-records/training-records.rows.js';
import { Grading } from './grading.js';
import { LeavingStudents } from './leaving-students.js';
import type { Student } from './student.entity.js';
import { becomesRecord, type RecordedResult } from './student-statuses.js';
import { StudentRows } from './students.rows.js';

/** Makes evidence of the results of a class that is completed. The row of the class is locked. */
@Injectable()
export class ClassCompletion {
  constructor(
    private readonly courses: CourseRows,
    private readonly students: StudentRows,
    private readonly records: TrainingRecordRows,
    private readonly leaving: LeavingStudents,
    private readonly grading: Grading,
    private readonly people: People,
  ) {}

  /**
   * Why a class is not completed: students whom the caller may not write would become `noShow`, and nobody
   * could correct that.
   */
  async refusal(company: CompanyContext, taken: TrainingClass): Promise<StepRefusal | undefined> {
    const absent = withStatus(await this.graded(company, taken), 'enrolled');
    const unwritable = await this.people.unwritable(
      company,
      absent.map(({ personnelId }) => personnelId),
    );
    if (unwritable.length === 0) return undefined;
    const detail =
      `Students without a result whom you may not write: ${unwritable.length}. ` +
      'Somebody who may write them has to give their results first, or to complete the class.';
    return { code: 'invalid-state', detail };
  }

  /**
   * Makes a training record of each result, which is graded now where it was not before. Those without one
   * have not come, and nobody waits any more.
   */
  async complete(company: CompanyContext, done: TrainingClass): Promise<void> {
    const graded = await this.graded(company, done);
    const withResult = graded.flatMap(({ student, status }) =>
      becomesRecord(status) ? [{ student, status }] : [],
    );
    await this.students.changeAll(company, withStatus(graded, 'enrolled'), () => ({ status: 'noShow' }));
    const waiting = withStatus(graded, 'waitlisted');
    await this.leaving.cancel(company, done.id, waiting, { cancelledReason: 'The class was completed.' });
    await this.addRecords(company, done, withResult);
  }

  /** The students of a class, each with the status that a score gives by now. */
  private async graded(company: CompanyContext, taken: TrainingClass): Promise<Graded[]> {
    const students = await this.students.ofClass(company, taken.id);
    const statusOf = await this.grading.inClass(company, taken);
    return students.map((student) => ({ student, status: statusOf(student) }));
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

interface Graded {
  student: Student;
  status: StudentStatus;
}

/** A student as the class leaves them, with a result. */
interface Ended extends Graded {
  status: RecordedResult;
}

const withStatus = (graded: readonly Graded[], wanted: StudentStatus): Student[] =>
  graded.filter(({ status }) => status === wanted).map(({ student }) => student);

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
