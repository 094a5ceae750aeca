import { Injectable } from '@nestjs/common';
import { CompanyTransactions, execute } from '@safety/persistence';
import { concernedOfPartSql, type Kind } from './concerned-people.js';
import { AFTER_MIDNIGHT } from './due-batches.js';

/** So many people of the company are gone through in one transaction. */
const PEOPLE_AT_ONCE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A change of which some people have yet to be noted. */
export interface DueChange {
  kind: Kind;
  about: string[];
  /** The last person who was gone through. */
  after: string;
  /** The last person of all: of those before `after`, once all others were gone through. */
  until: string;
  /** As PostgreSQL writes it. */
  notedAt: string;
}

/**
 * Changes that concern too many people to note them in the transaction of the change. Each is noted as one
 * row, and the job goes through the people of the company by their ids.
 */
@Injectable()
export class DueChanges {
  constructor(private readonly transactions: CompanyTransactions) {}

  /**
   * Notes what has changed. A change of the same kind that is under way takes it along. The job comes to the
   * people of one that begins a day as it does after a midnight: until then lists know that all are due.
   */
  async add(
    companyId: string,
    kind: Kind,
    about: readonly string[],
    { beginsDay = false } = {},
  ): Promise<void> {
    const { client } = this.transactions.current(companyId);
    await execute(client, addSql, [companyId, kind, about, beginsDay]);
  }

  /** The change whose turn it is; undefined when none is under way, or another replica has it. */
  async take(companyId: string): Promise<DueChange | undefined> {
    const { client } = this.transactions.current(companyId);
    return (await execute<DueChange>(client, takeSql, [companyId])).rows[0];
  }

  /**
   * Those whom a change that is taken concerns of the next people of a company. They are found by what is
   * committed now: those who came, or went, after the change were noted for that.
   */
  async next(companyId: string, { kind, about, after, until }: DueChange): Promise<string[]> {
    const { client } = this.transactions.current(companyId);
    const isAround = after < until;
    const end = isAround ? until : LAST_ID;
    const people = await this.ids(companyId, nextSql, [after, end, PEOPLE_AT_ONCE]);
    const last = people.at(-1);
    const isMoreLeft = people.length === PEOPLE_AT_ONCE && last !== end;
    if (isMoreLeft) await execute(client, moveSql, [companyId, kind, last]);
    else if (!isAround && until !== FIRST_ID) await execute(client, moveSql, [companyId, kind, FIRST_ID]);
    else await execute(client, removeSql, [companyId, kind]);
    return this.ids(companyId, concernedOfPartSql(kind), [about, people]);
  }

  /**
   * Puts off a change of which a part failed, and those of other kinds go on. It comes back after so many
   * seconds, or with one more of its kind. One that has moved on since it was taken stays.
   */
  async postpone(companyId: string, change: DueChange, seconds: number): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { kind, after, notedAt } = change;
    await execute(client, postponeSql, [companyId, kind, seconds, after, notedAt]);
  }

  private async ids(companyId: string, text: string, values: unknown[]): Promise<string[]> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<{ id: string }>(client, text, [companyId, ...values]);
    return rows.map(({ id }) => id);
  }
}

/**
 * The one under way goes on from where it is, around to there, so that its other people wait no longer. Those
 * of other kinds come first.
 */
const addSql = `
  INSERT INTO due_changes AS known (company_id, kind, about, noted_at)
  VALUES ($1, $2, $3, now() + CASE WHEN $4 THEN ${AFTER_MIDNIGHT} ELSE interval '0' END)
  ON CONFLICT (company_id, kind) DO UPDATE SET until_id = known.after_id, noted_at = excluded.noted_at,
    about = ARRAY(SELECT unnest(known.about) UNION SELECT unnest(excluded.about))`;

const takeSql = `
  SELECT kind, about, after_id AS after, until_id AS until, noted_at::text AS "notedAt"
  FROM due_changes
  WHERE company_id = $1 AND noted_at <= now()
  ORDER BY noted_at, kind LIMIT 1 FOR UPDATE SKIP LOCKED`;

const nextSql = `
  SELECT id FROM personnel WHERE company_id = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT $4`;

const moveSql = 'UPDATE due_changes SET after_id = $3 WHERE company_id = $1 AND kind = $2';

const postponeSql = `
  UPDATE due_changes SET noted_at = now() + make_interval(secs => $3)
  WHERE company_id = $1 AND kind = $2 AND after_id = $4 AND noted_at = $5::timestamptz`;

const removeSql = 'DELETE FROM due_changes WHERE company_id = $1 AND kind = $2';
