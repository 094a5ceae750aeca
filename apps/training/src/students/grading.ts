import { Injectable } from '@nestjs/common';
import type { StudentStatus } from '@safety/contracts';
import { type CompanyActor } from '@safety/persistence';
import type { TrainingClass } from '../classes/class.entity.js';
import { hasBegun } from '../classes/class-steps.js';
import { CourseRows } from '../courses/courses.rows.js';
import type { Student } from './student.entity.js';
import { gradedStatus, isResult } from './student-statuses.js';

/** Grades scores that were given before they could count. */
@Injectable()
export class Grading {
  constructor(private readonly courses: CourseRows) {}

  /**
   * Resolves with the status of a student of a class. Before it has begun there are no results: who has one
   * is enrolled. After that the score of one who is enrolled decides, where there is one and the course has
   * a pass mark. All others stay as they are.
   */
  async inClass(
    company: CompanyActor,
    taken: TrainingClass,
  ): Promise<(student: Pick<Student, 'status' | 'score'>) => StudentStatus> {
    const now = await this.courses.startedAt(company);
    if (!hasBegun(taken, now)) return ({ status }) => (isResult(status) ? 'enrolled' : status);
    const { passMark } = await this.courses.unrestricted.get(company, taken.courseId);
    return ({ status, score }) => (status === 'enrolled' ? gradedStatus(status, score, passMark) : status);
  }
}
