import { Injectable } from '@nestjs/common';
import { type CompanyTransaction, CompanyTransactions, execute } from '@safety/persistence';
import type { Course } from '../courses/course.entity.js';
import { formerlyBelowSql, onceThereSql } from '../read-models/applied-people.js';
import { concernedSql, type Kind } from './concerned-people.js';
import { type DueChange, DueChanges } from './due-changes.js';

/** Of those who change a person, and those who look for the people whom a change concerns. */
const TURN = 'concerned-people';
/** Of a change of more people, the others are noted later. */
const MOST_AT_ONCE = 2_000;
/** So many rows are read to find them, since one person may have many that a change concerns. */
const MOST_ROWS = 10_000;

/**
 * Notes whose standings have changed, in the transaction of the change. `StandingsJob` looks at them soon
 * after. Rows are only added, so that nobody waits for a row.
 *
 * A change of many finds them by what is committed. Somebody who comes to them at the same moment would be
 * missed, and the job may have looked by then. So it takes turns with those who change one person: they
 * commit before it looks for people, or the job looks at them after it. The turn is the last thing that
 * either of them takes.
 */
@Injectable()
export class DuePeople {
  private readonly noted = new WeakMap<CompanyTransaction, Set<string>>();
  private wake = (): void => undefined;

  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly changes: DueChanges,
  ) {}

  /** Calls `wake` after each commit that has noted somebody. */
  whenAdded(wake: () => void): void {
    this.wake = wake;
  }

  /** Notes a person, once for each transaction. */
  add(companyId: string, personnelId: string): void {
    const transaction = this.transactions.current(companyId);
    const known = this.noted.get(transaction);
    if (known) {
      known.add(personnelId);
      return;
    }
    const people = new Set([personnelId]);
    this.noted.set(transaction, people);
    transaction.beforeCommit.set('due people', async () => {
      await Promise.all([
        this.transactions.takeTurns(companyId, TURN, 'together'),
        this.insert(companyId, theseSql, [...people]),
      ]);
    });
  }

  /** Notes those who are in a class, whose row is locked. */
  addOfClass(companyId: string, classId: string): Promise<void> {
    return this.insert(companyId, ofClassSql, classId);
  }

  /** Notes those whose standings a changed course has a part in, by itself or for another course. */
  async addOfChangedCourse(companyId: string, after: Course, before: Course | undefined): Promise<void> {
    if (before && changesStandings(before, after))
      await this.addOf(companyId, 'courses', [...new Set([...countingFor(before), ...countingFor(after)])]);
  }

  /** Notes those who work at an org structure, or did before. */
  addAt(companyId: string, orgStructureId: string): Promise<void> {
    return this.addPlaced(companyId, 'org structures', orgStructureId);
  }

  /** Notes those who work at or below an org structure, or did before. */
  addAtOrBelow(companyId: string, orgStructureId: string): Promise<void> {
    return this.addPlaced(companyId, 'branches', orgStructureId);
  }

  /** Notes those at or below where an org structure item is placed. */
  addOfItem(companyId: string, itemId: string): Promise<void> {
    return this.addOf(companyId, 'items', [itemId]);
  }

  /** Notes all people, but those who wait for their turn. */
  addAll(companyId: string): Promise<void> {
    return this.addOf(companyId, 'companies', [companyId]);
  }

  /** Has all people noted as after a midnight. */
  addAllOfNewDay(companyId: string): Promise<void> {
    return this.changes.add(companyId, 'companies', [companyId], { beginsDay: true });
  }

  /** Notes the next people of a change that concerns very many, and that is taken. */
  async addSomeOf(companyId: string, change: DueChange): Promise<void> {
    const people = await this.changes.next(companyId, change);
    await this.apply(companyId, change, people);
    await this.insert(companyId, notWaitingSql, people);
  }

  /**
   * Polls are told by the people themselves: of few at once, of more by the parts of the change. The people
   * or the change are locked before the turn: whoever holds it waits for none of those who take it last.
   */
  private async addPlaced(companyId: string, kind: Kind, orgStructureId: string): Promise<void> {
    const about = [orgStructureId];
    const { people, areMany } = await this.find(companyId, kind, about);
    if (areMany) await this.changes.add(companyId, kind, about);
    else await this.apply(companyId, { kind, about }, people);
    await this.addOf(companyId, kind, about);
  }

  /** Says of people that a change of an org structure has changed their standings. */
  private async apply(
    companyId: string,
    { kind, about }: Pick<DueChange, 'kind' | 'about'>,
    people: readonly string[],
  ): Promise<void> {
    const text = appliedSql[kind];
    if (!text || people.length === 0) return;
    const { client, startedAt } = this.transactions.current(companyId);
    await execute(client, text, [companyId, about, people, await startedAt]);
  }

  /**
   * Notes those whom a change concerns. Of very many it notes some and the change, which tells lists of
   * standings that more are to come. So it does when so many rows are of few people that others may be left.
   */
  private async addOf(companyId: string, kind: Kind, about: readonly string[]): Promise<void> {
    await this.transactions.takeTurns(companyId, TURN);
    const { people, areMany } = await this.find(companyId, kind, about);
    const some = people.slice(0, MOST_AT_ONCE);
    await this.insert(companyId, kind === 'companies' ? notWaitingSql : theseSql, some);
    if (areMany) await this.changes.add(companyId, kind, about);
  }

  /** Those whom a change concerns, or some of them where they are many. */
  private async find(
    companyId: string,
    kind: Kind,
    about: readonly string[],
  ): Promise<{ people: string[]; areMany: boolean }> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT person AS id FROM (${concernedSql[kind]}) AS concerned(person) LIMIT ${MOST_ROWS + 1}`;
    const { rows } = await execute<{ id: string }>(client, text, [companyId, about]);
    const people = [...new Set(rows.map(({ id }) => id))];
    return { people, areMany: people.length > MOST_AT_ONCE || rows.length > MOST_ROWS };
  }

  private async insert(companyId: string, people: string, ...values: unknown[]): Promise<void> {
    const { client, afterCommit } = this.transactions.current(companyId);
    const text = `INSERT INTO due_people (company_id, personnel_id)
      SELECT $1::uuid, person FROM (${people}) AS noted(person)`;
    const { rowCount } = await execute(client, text, [companyId, ...values]);
    if (rowCount) afterCommit.push(() => this.wake());
  }
}

/** Of changes whose time no other row has. */
const appliedSql: Partial<Record<Kind, string>> = {
  'org structures': onceThereSql,
  branches: formerlyBelowSql,
};

/** The courses whose records count for a course. */
const countingFor = ({ id, equivalentCourseIds, refresherCourseId }: Course): string[] => [
  id,
  ...equivalentCourseIds,
  ...(refresherCourseId ? [refresherCourseId] : []),
];

const changesStandings = (before: Course, after: Course): boolean =>
  before.archived !== after.archived ||
  before.expiryWarningDays !== after.expiryWarningDays ||
  before.refresherCourseId !== after.refresherCourseId ||
  before.equivalentCourseIds.join() !== after.equivalentCourseIds.join() ||
  (before.validityMonths !== after.validityMonths && countingFor(after).length > 1);

const ofClassSql = `
  SELECT personnel_id FROM students WHERE company_id = $1 AND class_id = $2`;

const theseSql = 'SELECT unnest($2::uuid[])';

/** Somebody whom the job has taken does not wait: it may have looked before the change. */
const notWaitingSql = `
  WITH waiting AS MATERIALIZED (
    SELECT personnel_id FROM due_people
    WHERE company_id = $1 AND personnel_id = ANY($2) AND due_at <= now() FOR SHARE SKIP LOCKED)
  ${theseSql} EXCEPT SELECT personnel_id FROM waiting`;
