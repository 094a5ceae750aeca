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
    const [seat] = await this.takeAll(companyId, classId, 1, waitsIfFull);
    if (!seat) throw classFull();
    return seat;
  }

  /**
   * Takes seats for so many people, in their order: those that are free, and then those on the waiting list
   * if people may wait. Resolves with fewer when the class is full. The row of the class must be locked.
   */
  async takeAll(companyId: string, classId: string, people: number, waitsIfFull: boolean): Promise<Seat[]> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<Taken>(client, takeSql, [companyId, classId, people, waitsIfFull]);
    const [taken] = rows;
    if (!taken) return [];
    const { enrolled, waitlisted, lastNumber } = taken;
    const all = enrolled + waitlisted;
    const timed = await this.timed(companyId);
    return Array.from({ length: all }, (_, index) => ({
      status: index < enrolled ? 'enrolled' : 'waitlisted',
      number: lastNumber - all + 1 + index,
      ...timed,
    }));
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
  new ProblemError('class-full', { detail: 'The class has no free seat.' });

const nowSql = 'SELECT clock_timestamp()::timestamptz(3) AS "enrolledAt"';

interface Taken {
  enrolled: number;
  waitlisted: number;
  lastNumber: number;
}

/** Decides and counts in one statement. LEAST ignores null: a class without a capacity has seats for all. */
// around visible: seats follow from students; the class is locked
const takeSql = `
  UPDATE classes AS c SET
    last_number = c.last_number + taken.enrolled + taken.waitlisted,
    enrolled_count = c.enrolled_count + taken.enrolled,
    waitlisted_count = c.waitlisted_count + taken.waitlisted
  FROM (
    SELECT free.seats AS enrolled, CASE WHEN $4 THEN $3::integer - free.seats ELSE 0 END AS waitlisted
    FROM (
      SELECT least($3::integer, CASE WHEN capacity IS NOT NULL THEN greatest(capacity - enrolled_count, 0) END) AS seats
      FROM classes WHERE company_id = $1 AND id = $2
    ) AS free
  ) AS taken
  WHERE c.company_id = $1 AND c.id = $2 AND taken.enrolled + taken.waitlisted > 0
  RETURNING taken.enrolled, taken.waitlisted, c.last_number AS "lastNumber"`;
