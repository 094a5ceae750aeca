import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListTraining, Page } from '@safety/contracts';
import { Binds, CompanyTransactions, type Condition, type Statement } from '@safety/persistence';
import { IndexedStandingRows } from './indexed-standings.rows.js';
import type { IndexedStanding } from './standing.entity.js';

/** With more rows than this before the page is full, all rows are compared and sorted. */
const MOST_WALKED = 1_000;
const FURTHER = 4;

interface Walked {
  id: string;
  personnelId: string;
}

/**
 * Pages of the index in the order of courses, for which PostgreSQL would sort all rows of a company. The
 * first rows of each course are merged, and a page is looked for among them.
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
    if (isWalked(query)) {
      const position = this.index.position(company, query);
      for (let most = query.limit; most <= MOST_WALKED; most *= FURTHER) {
        const walk = { companyId: company.companyId, position, most };
        const { text, values } = firstByCourse(walk, query.sort?.[0]?.descending ?? false);
        const { rows } = await this.transactions.current(company.companyId).read<Walked>(text, values);
        const page = await this.index.page(company, query, [...conditions, among(rows)]);
        if (page.data.length === query.limit || rows.length < most) return page;
      }
    }
    return this.index.page(company, query, [...conditions]);
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

function isWalked({ sort = [], ...query }: ListTraining): boolean {
  const [first, ...others] = sort;
  const isInOrder = first?.key === 'courseName' && others.length === 0 && !query.modifiedSince;
  return isInOrder && !query.includeTotal && query.includeArchived !== 'only' && !query.courseId;
}

/** The first rows in the order of courses, whatever else a query asks for. */
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
