import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import type { TrainingClass } from '../classes/class.entity.js';
import { hasBegun } from '../classes/class-steps.js';
import { CourseRows } from '../courses/courses.rows.js';
import type { Student } from './student.entity.js';
import { gradedStatus } from './student-statuses.js';

/** The status of those who hold a place and have a score already, that nobody has graded. */
@Injectable()
export class Grading {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly courses: CourseRows,
  ) {}

  /**
   * Resolves with the status of somebody who holds a place in a class: the score decides, where there is one
   * and the class has begun.
   */
  async inClass(
    company: CompanyContext,
    taken: TrainingClass,
  ): Promise<(student: Pick<Student, 'score'>) => 'enrolled' | 'passed' | 'failed'> {
    const now = await this.transactions.current(company.companyId).startedAt;
    const { passMark } = await this.courses.unrestricted.get(company, taken.courseId);
    const counts = hasBegun(taken, now) ? passMark : null;
    return ({ score }) => gradedStatus('enrolled', score, counts);
  }
}
