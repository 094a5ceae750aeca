import { Injectable } from '@nestjs/common';
import type { StudentStatus } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import type { TrainingClass } from './class.entity.js';
import { ClassRows } from './classes.rows.js';

/** How a student uses the seats of a class. */
type SeatUse = 'holds' | 'waits' | 'none';

export const seatUseOf = (status: StudentStatus): SeatUse => {
  if (status === 'cancelled') return 'none';
  return status === 'waitlisted' ? 'waits' : 'holds';
};

/** How a class takes another student. */
export interface Seat {
  status: 'enrolled' | 'waitlisted';
  number: number;
  enrolledAt: Date;
}

/**
 * The seats of classes. Students are written while the row of their class is locked, and so one after
 * another.
 */
@Injectable()
export class Seats {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly classes: ClassRows,
  ) {}

  /** Locks the row of a class until the transaction ends, and resolves with it as it is then. */
  async lock(companyId: string, classId: string): Promise<TrainingClass> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT FROM classes WHERE company_id = $1 AND id = $2 FOR UPDATE';
    await execute(client, text, [companyId, classId]);
    return this.classes.unrestricted.get({ companyId, userId: null }, classId);
  }

  /**
   * Takes a seat, or one on the waiting list. Throws 409 `class-full`. The row of the class must be locked.
   */
  async take(companyId: string, classId: string, waitsIfFull: boolean): Promise<Seat> {
    const { client } = this.transactions.current(companyId);
    const taken = await execute<Omit<Seat, 'enrolledAt'>>(client, takeSql, [companyId, classId, waitsIfFull]);
    const [seat] = taken.rows;
    if (!seat) throw classFull();
    return { ...seat, ...(await this.timed(companyId)) };
  }

  /** A seat at the end of the order of a class. The row of the class must be locked. */
  async last(companyId: string, classId: string): Promise<Omit<Seat, 'status'>> {
    const { client } = this.transactions.current(companyId);
    // around visible: seats follow from students; the class is locked
    const text = `UPDATE classes SET last_number = last_number + 1 WHERE company_id = $1 AND id = $2
      RETURNING last_number AS number`;
    const { rows } = await execute<Pick<Seat, 'number'>>(client, text, [companyId, classId]);
    if (!rows[0]) throw new Error(`Class ${classId} is gone`);
    return { ...rows[0], ...(await this.timed(companyId)) };
  }

  /** Once the class is locked: students stand in the order of this time. */
  private async timed(companyId: string): Promise<Pick<Seat, 'enrolledAt'>> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<Pick<Seat, 'enrolledAt'>>(client, nowSql, []);
    if (!rows[0]) throw new Error('A clock tells the time');
    return rows[0];
  }

  /** Counts somebody otherwise than before. The row of the class must be locked. */
  async move(companyId: string, classId: string, from: SeatUse, to: SeatUse, people = 1): Promise<void> {
    if (from === to || people === 0) return;
    const { client } = this.transactions.current(companyId);
    const change = (use: SeatUse) => (to === use ? people : 0) - (from === use ? people : 0);
    // around visible: seats follow from students; the class is locked
    const text = `UPDATE classes SET enrolled_count = enrolled_count + $3, waitlisted_count = waitlisted_count + $4
      WHERE company_id = $1 AND id = $2`;
    await execute(client, text, [companyId, classId, change('holds'), change('waits')]);
  }
}

export const classFull = (): ProblemError =>
  new ProblemError('class-full', { detail: 'The class has no free place.' });

const nowSql = 'SELECT clock_timestamp()::timestamptz(3) AS "enrolledAt"';

/** Decides and counts in one statement. */
// around visible: seats follow from students; the class is locked
const takeSql = `
  UPDATE classes AS c SET
    last_number = c.last_number + 1,
    enrolled_count = c.enrolled_count + before.is_free::int,
    waitlisted_count = c.waitlisted_count + (NOT before.is_free)::int
  FROM (
    SELECT capacity IS NULL OR enrolled_count < capacity AS is_free FROM classes WHERE company_id = $1 AND id = $2
  ) AS before
  WHERE c.company_id = $1 AND c.id = $2 AND (before.is_free OR $3)
  RETURNING c.last_number AS number,
    CASE WHEN before.is_free THEN 'enrolled' ELSE 'waitlisted' END AS status`;
