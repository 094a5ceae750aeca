import { Injectable } from '@nestjs/common';
import type { CompanyContext, StudentStatus } from '@safety/contracts';
import { type NewRow } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import type { TrainingClass } from '../classes/class.entity.js';
import type { Course } from '../courses/course.entity.js';
import { CourseRows } from '../courses/courses.rows.js';
import { expiryOf } from '../training-records/expiry.js';
import type { TrainingRecord } from '../training-records/training-record.entity.js';
import { TrainingRecordRows } from '../training-records/training-records.rows.js';
import { Grading } from './grading.js';
import { LeavingStudents } from './leaving-students.js';
import type { Student } from './student.entity.js';
import { StudentRows } from './students.rows.js';

const results = ['attended', 'passed', 'failed'] as const;
type Result = (typeof results)[number];

/** Makes evidence of the results of a class that is completed. The row of the class is locked. */
@Injectable()
export class ClassCompletion {
  constructor(
    private readonly courses: CourseRows,
    private readonly students: StudentRows,
    private readonly records: TrainingRecordRows,
    private readonly leaving: LeavingStudents,
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
    const waiting = students.filter(({ status }) => status === 'waitlisted');
    await this.leaving.cancel(company, done.id, waiting, { cancelledReason: 'The class was completed.' });
    await this.addRecords(company, done, withResult);
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
