import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListTraining, Page } from '@safety/contracts';
import { anyOf, type Condition, MAX_EXACT_COUNT, often } from '@safety/persistence';
import { ofEachAt } from '../read-models/people-in-sight.js';
import { changedSince } from './changed-since.js';
import { IndexedStandingRows } from './indexed-standings.rows.js';
import type { Standing } from './standing.entity.js';
import { StandingOrder } from './standing-order.js';
import { StandingPolls } from './standing-polls.js';
import { StandingRows } from './standings.rows.js';
import { expiryOfStatuses } from './status-expiry.js';

type Conditions = (Condition | undefined)[];

/**
 * Pages of standings. Every row is computed at read; which rows, is found in one of three ways:
 * 1. those of people who are named are computed
 * 2. else the index says who has standings, in the order of people where more than a few are there, or which
 *    rows come next; beside them, all of the people who are due are computed
 * 3. while very many are due, after a change for a whole company, the standings of all who are there are
 *    computed, or those of the next in a poll (`StandingPolls`)
 */
@Injectable()
export class StandingPages {
  constructor(
    private readonly standings: StandingRows,
    private readonly index: IndexedStandingRows,
    private readonly order: StandingOrder,
    private readonly polls: StandingPolls,
  ) {}

  async page(company: CompanyContext, query: ListTraining): Promise<Page<Standing>> {
    const today = await this.standings.begin(company);
    const conditions = this.standings.conditions(company, query);
    if (query.ids || query.personnelId) return this.standings.page(company, query, conditions);
    const due = await this.index.due(company.companyId, today);
    if (due?.length !== 0) await this.standings.planEach(company);
    const few = await this.index.fewPeople(company, query);
    if (due && !few && isInOrderOfPeople(query))
      return this.standings.page(company, query, [
        ...conditions,
        ofEachAt(company, query),
        havingAny(company.companyId, due),
      ]);
    const ofFew = [...conditions, anyOf('personnelId', few)];
    if (due) return this.indexed(company, query, ofFew, { today, due, isOfFew: few !== undefined });
    // The index knows when each standing has changed; those of all need help.
    const polled = await this.polls.page(company, query, ofFew);
    if (polled) return polled;
    return this.standings.page(company, query, [
      changedSince(company.companyId, query.modifiedSince),
      ...ofFew,
    ]);
  }

  private async indexed(
    company: CompanyContext,
    query: ListTraining,
    conditions: Conditions,
    { today, due, isOfFew }: { today: string; due: readonly string[]; isOfFew: boolean },
  ): Promise<Page<Standing>> {
    // One more than the page shows, as it tells whether there are more.
    const wanted = { ...query, limit: query.limit + 1 };
    const changed = await this.index.changed(company.companyId, query.modifiedSince);
    const rows = isOfFew || query.q !== undefined || changed ? this.index : this.order;
    const known = await rows.page(company, wanted, [
      await this.index.found(company.companyId, query.q),
      changed,
      ...conditions,
      expiryOfStatuses(query, today),
      ofOthers(due),
    ]);
    const people = [...new Set([...known.data.map(({ personnelId }) => personnelId), ...due])];
    const { data, page } = await this.standings.page(company, { ...query, includeTotal: false }, [
      ...conditions,
      anyOf('personnelId', people),
      oneOf(
        known.data.map(({ id }) => id),
        due,
      ),
    ]);
    const { totalCount } = known.page;
    if (totalCount === null || due.length === 0) return { data, page: { ...page, totalCount } };
    return {
      data,
      page: { ...page, totalCount: await this.total(company, query, conditions, due, totalCount) },
    };
  }

  /** The rows of people who are due beside those of others. */
  private async total(
    company: CompanyContext,
    query: ListTraining,
    conditions: Conditions,
    due: readonly string[],
    ofOtherPeople: number,
  ): Promise<number | null> {
    const one = { ...query, limit: 1, cursor: undefined };
    const { page } = await this.standings.page(company, one, [...conditions, anyOf('personnelId', due)]);
    const total = page.totalCount === null ? Number.POSITIVE_INFINITY : page.totalCount + ofOtherPeople;
    return total > MAX_EXACT_COUNT ? null : total;
  }
}

/** Nearly every person with standings has some that such a query shows: few more are computed than shown. */
function isInOrderOfPeople({ sort = [], ...query }: ListTraining): boolean {
  const [first = { key: 'personnelName' }] = sort;
  const narrowing = [
    query.q,
    query.courseId,
    query.status,
    query.requirement,
    query.expiresFrom,
    query.expiresTo,
  ];
  return (
    first.key === 'personnelName' &&
    !query.modifiedSince &&
    !query.includeTotal &&
    query.includeArchived === 'false' &&
    narrowing.every((given) => given === undefined)
  );
}

/** Of people with standings, and of those who are due: asked before those of a person are computed. */
const havingAny = (companyId: string, due: readonly string[]): Condition | undefined =>
  often((column, binds) => {
    const person = column('personnelId');
    return `${person} = ANY(${binds.add(due)}::uuid[]) OR (SELECT true FROM standing_index AS x
      WHERE x.company_id = ${binds.add(companyId)} AND x.personnel_id = ${person} LIMIT 1)`;
  });

const ofOthers =
  (people: readonly string[]): Condition =>
  (column, binds) =>
    `${column('personnelId')} <> ALL(${binds.add(people)}::uuid[])`;

const oneOf =
  (ids: readonly string[], people: readonly string[]): Condition =>
  (column, binds) =>
    `(${column('id')} = ANY(${binds.add(ids)}) OR ${column('personnelId')} = ANY(${binds.add(people)}))`;
