import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  type TrainingAlert,
  trainingDeadlinePassed,
  trainingExpired,
  trainingExpiryNeared,
} from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';

const messages = {
  expiringSoon: trainingExpiryNeared,
  expired: trainingExpired,
  overdue: trainingDeadlinePassed,
};

type Announcement = TrainingAlert & { kind: keyof typeof messages };

/** Announces what became of the training of people, once for each last day or deadline. */
@Injectable()
export class Announcements {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly outbox: Outbox,
  ) {}

  /** The day of the transaction must be set (`StandingRows.begin`). */
  async announce(companyId: string, people: readonly string[]): Promise<void> {
    const transaction = this.transactions.current(companyId);
    const { rows } = await execute<Announcement>(transaction.client, newSql, [companyId, people]);
    for (const { kind, ...alert } of rows) await this.outbox.add(transaction, messages[kind], alert);
  }
}

/** An earlier announcement is in the way: the row and the message are kept together, or neither. */
const newSql = `
  WITH current AS (
    SELECT s.id, s.personnel_id, s.course_id, s.org_structure_id, s.status AS kind,
      CASE WHEN s.status = 'overdue' THEN s.deadline ELSE s.expires_on END AS day
    FROM standings AS s
    WHERE s.company_id = $1 AND s.personnel_id = ANY($2) AND NOT s.archived
      AND s.requirement <> 'none' AND s.status IN ('expiringSoon', 'expired', 'overdue')
  ), added AS (
    INSERT INTO announcements (company_id, personnel_id, course_id, kind, day)
    SELECT $1, personnel_id, course_id, kind, day FROM current
    ON CONFLICT DO NOTHING RETURNING personnel_id, course_id
  )
  SELECT c.id AS "standingId", c.personnel_id AS "personnelId", c.course_id AS "courseId",
    c.org_structure_id AS "orgStructureId", c.day, c.kind
  FROM current AS c JOIN added AS a ON a.personnel_id = c.personnel_id AND a.course_id = c.course_id
  ORDER BY c.personnel_id, c.course_id`;
