import { Injectable } from '@nestjs/common';
import { type CompanyTransaction, CompanyTransactions, execute } from '@safety/persistence';
import type { Course } from '../courses/course.entity.js';
import { atOrBelowSql } from '../read-models/org-structures-below.js';

/** Of those who change a person, and those who look for the people whom a change concerns. */
const TURN = 'concerned-people';

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

  constructor(private readonly transactions: CompanyTransactions) {}

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
        this.insert(companyId, 'SELECT unnest($2::uuid[])', [...people]),
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
      await this.insertAlone(companyId, ofCourseSql, [...countingFor(before), ...countingFor(after)]);
  }

  /** Notes those who work at an org structure, or did before. */
  addAt(companyId: string, orgStructureId: string): Promise<void> {
    return this.insertAlone(companyId, atSql('$2'), orgStructureId);
  }

  /** Notes those who work at or below an org structure, or did before. */
  addAtOrBelow(companyId: string, orgStructureId: string): Promise<void> {
    return this.insertAlone(companyId, belowSql, orgStructureId);
  }

  /** Notes those at or below where an org structure item is placed. */
  addOfItem(companyId: string, itemId: string): Promise<void> {
    return this.insertAlone(companyId, ofItemSql, itemId);
  }

  /** Notes all people, but those who wait for their turn. */
  addAll(companyId: string): Promise<void> {
    return this.insertAlone(companyId, allSql);
  }

  private async insertAlone(companyId: string, people: string, ...values: unknown[]): Promise<void> {
    await this.transactions.takeTurns(companyId, TURN);
    await this.insert(companyId, people, ...values);
  }

  private async insert(companyId: string, people: string, ...values: unknown[]): Promise<void> {
    const { client, afterCommit } = this.transactions.current(companyId);
    const text = `INSERT INTO due_people (company_id, personnel_id)
      SELECT $1::uuid, person FROM (${people}) AS noted(person)`;
    const { rowCount } = await execute(client, text, [companyId, ...values]);
    if (rowCount) afterCommit.push(() => this.wake());
  }
}

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
  before.equivalentCourseIds.join() !== after.equivalentCourseIds.join();

/** Somebody whom the job has taken does not wait: it may have looked before the change. */
const allSql = `
  WITH waiting AS MATERIALIZED (
    SELECT personnel_id FROM due_people WHERE company_id = $1 AND due_at <= now() FOR SHARE SKIP LOCKED)
  SELECT id FROM personnel WHERE company_id = $1
  EXCEPT SELECT personnel_id FROM waiting`;

const ofClassSql = `
  SELECT personnel_id FROM students WHERE company_id = $1 AND class_id = $2`;

/**
 * People `p` with each org structure `placed` at or above theirs. Each path is taken apart, since no index
 * serves `@>` behind the wall: it would test all pairs of org structures.
 */
const placedAboveSql = `org_structures AS o
    CROSS JOIN unnest(o.path_ids) AS above(id)
    JOIN org_structures AS placed ON placed.company_id = $1 AND placed.id = above.id
    JOIN personnel AS p ON p.company_id = $1 AND p.org_structure_id = o.id`;

const ofCourseSql = `
  SELECT personnel_id FROM training_records WHERE company_id = $1 AND course_id = ANY($2)
  UNION SELECT personnel_id FROM training_assignments WHERE company_id = $1 AND course_id = ANY($2)
  UNION SELECT s.personnel_id FROM students AS s
    JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
    WHERE s.company_id = $1 AND k.course_id = ANY($2)
  UNION SELECT p.id FROM ${placedAboveSql}
    JOIN item_requirements AS r ON r.company_id = $1 AND r.item_id = placed.item_id
    WHERE o.company_id = $1 AND r.course_id = ANY($2)`;

const atSql = (places: string): string => `
  SELECT id FROM personnel WHERE company_id = $1 AND org_structure_id = ${places}
  UNION SELECT personnel_id FROM former_places WHERE company_id = $1 AND org_structure_id = ${places}`;

const belowSql = atSql(`ANY (ARRAY(${atOrBelowSql('$1', '$2')}))`);

const ofItemSql = `
  SELECT DISTINCT p.id FROM ${placedAboveSql}
  WHERE o.company_id = $1 AND placed.item_id = $2`;
