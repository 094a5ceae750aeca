import { Injectable } from '@nestjs/common';
import { type CompanyActor, systemActor } from '@safety/persistence';
import { isOver } from '../classes/class-steps.js';
import { Seats } from '../classes/seats.js';
import { Grading } from './grading.js';
import { StudentRows } from './students.rows.js';

/**
 * Gives free seats to those who wait, in their order; those who are archived or have left are passed over.
 */
@Injectable()
export class WaitingList {
  constructor(
    private readonly seats: Seats,
    private readonly students: StudentRows,
    private readonly grading: Grading,
  ) {}

  /** Fills the classes that somebody waits for, who may have come back beside a free seat. */
  async fillFor(companyId: string, personnelId: string): Promise<void> {
    const system = systemActor(companyId);
    for (const classId of await this.students.classesAwaited(system, personnelId))
      await this.fill(system, classId);
  }

  /**
   * Fills the free seats of a class that is not over, and locks its row. Once it has ended nobody gets one:
   * they would be no-shows of a class to which they had no chance to come.
   */
  async fill(company: CompanyActor, classId: string): Promise<void> {
    const { companyId } = company;
    const taken = await this.seats.lock(companyId, classId);
    const { capacity, enrolledCount, waitlistedCount } = taken;
    if (waitlistedCount === 0 || isOver(taken)) return;
    if (taken.endAt <= (await this.students.startedAt(company))) return;
    const free = capacity === null ? waitlistedCount : capacity - enrolledCount;
    if (free <= 0) return;
    const next = await this.students.waiting(company, classId, free);
    if (next.length === 0) return;
    await this.seats.move(companyId, classId, 'waits', 'holds', next.length);
    const statusOf = await this.grading.inClass(company, taken);
    await this.students.changeAll(company, next, ({ score }) => ({
      status: statusOf({ status: 'enrolled', score }),
    }));
  }
}
