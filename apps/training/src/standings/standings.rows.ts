import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListTraining } from '@safety/contracts';
import {
  anyOf,
  before,
  CompanyRows,
  type Condition,
  equal,
  execute,
  from,
  lyingAt,
  RowsSource,
  setLocal,
} from '@safety/persistence';
import { ofEachInSight } from '../read-models/people-in-sight.js';
import { Standing } from './standing.entity.js';
import { standingKeys } from './standing-id.js';
import { standingLists } from './standing-lists.js';

/** Standings of the people in sight. */
@Injectable()
export class StandingRows extends CompanyRows<Standing> {
  /** By transaction. */
  private readonly todays = new WeakMap<object, { timeZone: string; day: string }>();

  constructor(source: RowsSource) {
    super(source, Standing, {
      what: 'training',
      visible: ofEachInSight,
      ...standingLists,
    });
  }

  /**
   * Sets the day on which standings are seen for the rest of the transaction; default today. Resolves with
   * it. PostgreSQL says when a day has begun, as it says since when a standing is what a day has made it: a
   * poll misses what changes by a midnight that the two do not share.
   */
  async begin({ companyId, timeZone }: CompanyDay, asOf?: string): Promise<string> {
    const { client } = this.source.transactions.current(companyId);
    const day = asOf ?? (await this.today(companyId, timeZone));
    await client.query(setLocal({ 'app.today': day, 'app.time_zone': timeZone }));
    return day;
  }

  /** Asked for once in a transaction. */
  private async today(companyId: string, timeZone: string): Promise<string> {
    const transaction = this.source.transactions.current(companyId);
    const known = this.todays.get(transaction);
    if (known?.timeZone === timeZone) return known.day;
    const { rows } = await execute<{ day: string }>(transaction.client, todaySql, [timeZone]);
    if (!rows[0]) throw new Error('A clock tells the day');
    const { day } = rows[0];
    this.todays.set(transaction, { timeZone, day });
    return day;
  }

  /**
   * Has each statement of the transaction planned for its values. After some of them PostgreSQL would take
   * one plan for any number of people, which takes five times as long for hundreds.
   */
  async planEach({ companyId }: Pick<CompanyContext, 'companyId'>): Promise<void> {
    const { client } = this.source.transactions.current(companyId);
    await client.query(setLocal({ plan_cache_mode: 'force_custom_plan' }));
  }

  /** One standing, by an id that leads to its person and course. Throws 404. */
  one(company: CompanyContext, id: string): Promise<Standing> {
    const { personKey, courseKey } = standingKeys(id);
    const narrow = this.within((column, binds) =>
      [equal('personKey', personKey), equal('courseKey', courseKey)]
        .map((condition) => condition?.(column, binds))
        .join(' AND '),
    );
    return narrow.get(company, id);
  }

  /** The conditions of a list; the day must be set. */
  conditions(company: CompanyContext, query: ListTraining): (Condition | undefined)[] {
    return [
      ...byIds(query.ids),
      anyOf('personnelId', query.personnelId),
      anyOf('courseId', query.courseId),
      lyingAt(company, query),
      anyOf('status', query.status),
      anyOf('requirement', query.requirement),
      from('expiresOn', query.expiresFrom),
      before('expiresOn', query.expiresTo),
      anyOf('lineManagerId', query.lineManagerId),
    ];
  }
}

const todaySql = 'SELECT (now() AT TIME ZONE $1)::date::text AS day';

/** A company and where its days begin. */
export type CompanyDay = Pick<CompanyContext, 'companyId' | 'timeZone'>;

/** The ids themselves are computed: their halves are what an index finds. */
function byIds(ids: readonly string[] | undefined): (Condition | undefined)[] {
  const keys = ids?.map(standingKeys);
  return [
    anyOf(
      'personKey',
      keys?.map(({ personKey }) => personKey),
    ),
    anyOf(
      'courseKey',
      keys?.map(({ courseKey }) => courseKey),
    ),
  ];
}
