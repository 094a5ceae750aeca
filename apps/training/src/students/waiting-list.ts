import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { Places } from '../classes/places.js';
import { Grading } from './grading.js';
import { StudentRows } from './students.rows.js';

/**
 * Gives free places to those who wait, in their order; those who are archived or have left are passed over.
 */
@Injectable()
export class WaitingList {
  constructor(
    private readonly places: Places,
    private readonly students: StudentRows,
    private readonly grading: Grading,
  ) {}

  /** Fills the free places of a class that is yet to begin or has begun; locks its row. */
  async fill(company: CompanyContext, classId: string): Promise<void> {
    const { companyId } = company;
    const taken = await this.places.lock(companyId, classId);
    const { status, capacity, enrolledCount, waitlistedCount } = taken;
    if (waitlistedCount === 0 || (status !== 'scheduled' && status !== 'inProgress')) return;
    const free = capacity === null ? waitlistedCount : capacity - enrolledCount;
    if (free <= 0) return;
    const next = await this.students.waiting(company, classId, free);
    await this.places.move(companyId, classId, 'waits', 'holds', next.length);
    const statusOf = await this.grading.inClass(company, taken);
    await this.students.changeAll(company, next, ({ score }) => ({
      status: statusOf({ status: 'enrolled', score }),
    }));
  }
}
