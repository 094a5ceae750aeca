import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListTraining, Page } from '@safety/contracts';
import { Binds, CompanyTransactions, type Condition, type Statement } from '@safety/persistence';
import { IndexedStandingRows } from './indexed-standings.rows.js';
import type { IndexedStanding } from './standing.entity.js';
import { widening } from './widening.js';

interface Walked {
  id: string;
  personnelId: string;
}

/**
 * Pages of the index in the order of courses, or of changes, for which PostgreSQL would sort all rows of a
 * company. A page is looked for among the first rows: those of each course are merged.
 */
@Injectable()
export class StandingOrder {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly index: IndexedStandingRows,
  ) {}

  async page(
    company: CompanyContext,
    query: ListTraining,
    conditions: readonly (Condition | undefined)[],
  ): Promise<Page<IndexedStanding>> {
    const first = await this.walkOf(company, query);
    for (const most of widening(query.limit)) {
      if (!first) break;
      const { text, values } = first(most);
      const { rows } = await this.transactions.current(company.companyId).read<Walked>(text, values);
      const page = await this.index.page(company, query, [...conditions, among(rows)]);
      if (page.data.length === query.limit || rows.length < most) return page;
    }
    return this.index.page(company, query, [...conditions]);
  }

  /** The first rows in the order of a query, whatever else it asks for; undefined where all are sorted. */
  private async walkOf(
    company: CompanyContext,
    query: ListTraining,
  ): Promise<((most: number) => Statement) | undefined> {
    const { modifiedSince: since, sort = [] } = query;
    if (query.includeTotal || query.includeArchived === 'only' || query.courseId) return undefined;
    const { companyId } = company;
    const position = this.index.position(company, query);
    if (since) {
      const isLater = await this.hasChangedCourse(companyId, position?.[0] ?? since);
      return isLater ? undefined : (most) => firstByChange({ companyId, position, most }, since);
    }
    const [term, ...others] = sort;
    if (term?.key !== 'courseName' || others.length > 0) return undefined;
    return (most) => firstByCourse({ companyId, position, most }, term.descending);
  }

  /** Standings in such a course have the time of that, which the index may not have yet. */
  private async hasChangedCourse(companyId: string, since: unknown): Promise<boolean> {
    const text = 'SELECT id FROM courses WHERE company_id = $1 AND modified_at >= $2 LIMIT 1';
    const { rows } = await this.transactions
      .current(companyId)
      .read<{ id: string }>(text, [companyId, since]);
    return rows.length > 0;
  }
}

const among =
  (rows: readonly Walked[]): Condition =>
  (column, binds) => {
    const people = binds.add([...new Set(rows.map(({ personnelId }) => personnelId))]);
    const ids = binds.add(rows.map(({ id }) => id));
    return `${column('personnelId')} = ANY(${people}::uuid[]) AND ${column('id')} = ANY(${ids}::uuid[])`;
  };

interface Walk {
  companyId: string;
  /** Sort values of the row behind which the page begins. */
  position: readonly unknown[] | undefined;
  most: number;
}

/** The first rows in the order of courses. */
function firstByCourse({ companyId, position, most }: Walk, descending: boolean): Statement {
  const binds = new Binds();
  const [company, limit] = [binds.add(companyId), binds.add(most)];
  const [beyond, way] = descending ? ['<', ' DESC'] : ['>', ''];
  const [name, id] = position ? [`${binds.add(position[0])}::text`, `${binds.add(position[1])}::uuid`] : [];
  const ofName = name ? `AND c.name ${beyond}= ${name}` : '';
  const ofId = name ? `AND (c.name <> ${name} OR x.id ${beyond} ${id})` : '';
  const text = `
    SELECT one.id, one.personnel_id AS "personnelId" FROM courses AS c CROSS JOIN LATERAL (
      SELECT x.id, x.personnel_id FROM standing_index AS x
      WHERE x.company_id = ${company} AND x.course_id = c.id ${ofId}
      ORDER BY x.id${way} LIMIT ${limit}) AS one
    WHERE c.company_id = ${company} ${ofName}
    ORDER BY c.name${way}, one.id${way} LIMIT ${limit}`;
  return { text, values: binds.values };
}

/** The first rows in the order of changes, where no course has changed since. */
function firstByChange({ companyId, position, most }: Walk, since: Date): Statement {
  const binds = new Binds();
  const company = binds.add(companyId);
  const places = position?.map((value) => binds.add(value)).join(', ');
  const behind = places ? `(modified_at, id) > (${places})` : `modified_at >= ${binds.add(since)}`;
  const text = `SELECT id, personnel_id AS "personnelId" FROM standing_index
    WHERE company_id = ${company} AND ${behind} ORDER BY modified_at, id LIMIT ${binds.add(most)}`;
  return { text, values: binds.values };
}
