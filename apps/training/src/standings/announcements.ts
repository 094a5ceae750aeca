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
    const { client } = transaction;
    const { rows: current } = await execute<Announcement>(client, currentSql, [companyId, people]);
    const { rows: added } = await execute<Announced>(client, addSql, [companyId, JSON.stringify(current)]);
    const isNew = new Set(added.map(keyOf));
    const alerts = Map.groupBy(
      current.filter((one) => isNew.has(keyOf(one))),
      ({ kind }) => kind,
    );
    for (const [kind, some] of alerts) await this.outbox.addAll(transaction, messages[kind], some);
  }
}

type Announced = Pick<Announcement, 'personnelId' | 'courseId'>;
const keyOf = ({ personnelId, courseId }: Announced): string => `${personnelId} ${courseId}`;

const currentSql = `
  SELECT s.id AS "standingId", s.personnel_id AS "personnelId", s.course_id AS "courseId",
    s.org_structure_id AS "orgStructureId", s.status AS kind,
    CASE WHEN s.status = 'overdue' THEN s.deadline ELSE s.expires_on END AS day
  FROM standings AS s
  WHERE s.company_id = $1 AND s.personnel_id = ANY($2) AND NOT s.archived
    AND s.requirement <> 'none' AND s.status IN ('expiringSoon', 'expired', 'overdue')
  ORDER BY s.personnel_id, s.course_id`;

/**
 * An earlier announcement is in the way: the row and the message are kept together, or neither. Statements of
 * their own, since none writes two tables that are distributed.
 */
const addSql = `
  INSERT INTO announcements (company_id, personnel_id, course_id, kind, day)
  SELECT $1, c."personnelId", c."courseId", c.kind, c.day
  FROM jsonb_to_recordset($2) AS c("personnelId" uuid, "courseId" uuid, kind text, day date)
  ON CONFLICT DO NOTHING RETURNING personnel_id AS "personnelId", course_id AS "courseId"`;
