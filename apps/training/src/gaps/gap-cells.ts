import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListGaps, StandingStatus } from '@safety/contracts';
import { CompanyTransactions, execute, limitOf } from '@safety/persistence';
import { sightOf } from '../read-models/people-in-sight.js';
import { StandingRows } from '../standings/standings.rows.js';

/** A mandatory standing, as the matrix needs it. */
export interface GapCell {
  personnelId: string;
  personnelName: string;
  courseId: string;
  courseName: string;
  orgStructureId: string | null;
  orgStructurePath: string | null;
  status: StandingStatus;
  expiresOn: string | null;
}

interface Person {
  id: string;
  name: string;
}

interface Place {
  id: string;
  path: string;
}

/** Where a piece begins: behind a person, of those at some places. */
interface From {
  places: readonly string[] | null;
  after: Person | undefined;
}

/** So many people are read in one transaction, however slow the reader is. */
const PEOPLE_AT_ONCE = 200;

/** Reads the cells of the matrix in pieces, each in a short transaction of its own: memory stays flat. */
@Injectable()
export class GapCells {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly standings: StandingRows,
  ) {}

  /**
   * The cells of people, by name, all of a person in one piece; those of some people may have none.
   * @param places the org structures that they work at, where those of some alone are wanted
   */
  async *read(
    company: CompanyContext,
    query: ListGaps,
    asOf: string,
    places: readonly string[] | null = null,
  ): AsyncGenerator<GapCell[]> {
    let last: Person | undefined;
    do {
      const { people, cells } = await this.piece(company, query, asOf, { places, after: last });
      yield cells;
      last = people.length < PEOPLE_AT_ONCE ? undefined : people.at(-1);
    } while (last);
  }

  /** The org structures that any of these people work at, by path. */
  async places(company: CompanyContext, query: ListGaps): Promise<string[]> {
    const read = async () => {
      const { client } = this.transactions.current(company.companyId);
      return (await execute<Place>(client, placesSql, soughtBy(company, query))).rows;
    };
    const places = await this.transactions.run(company.companyId, read, 'read');
    return places.sort((a, b) => a.path.localeCompare(b.path)).map(({ id }) => id);
  }

  private piece(company: CompanyContext, query: ListGaps, asOf: string, from: From) {
    const { companyId } = company;
    const read = async () => {
      await this.standings.begin(company, asOf);
      await this.standings.planEach(company);
      const people = await this.people(company, query, from);
      return { people, cells: await this.cells(companyId, query, people) };
    };
    return this.transactions.run(companyId, read, 'read');
  }

  private async people(company: CompanyContext, query: ListGaps, { places, after }: From): Promise<Person[]> {
    const { client } = this.transactions.current(company.companyId);
    const { rows } = await execute<Person>(client, peopleSql, [
      ...soughtBy(company, query),
      after?.name ?? '',
      after?.id ?? null,
      PEOPLE_AT_ONCE,
      places,
    ]);
    return rows;
  }

  private async cells(companyId: string, { courseId }: ListGaps, people: Person[]): Promise<GapCell[]> {
    const { client } = this.transactions.current(companyId);
    const values = [companyId, people.map(({ id }) => id), courseId ?? null];
    return (await execute<GapCell>(client, cellsSql, values)).rows;
  }
}

/** The first seven values of both statements. */
const soughtBy = (
  company: CompanyContext,
  { orgStructureId, includeDescendants, jobTitle }: ListGaps,
): unknown[] => [
  company.companyId,
  company.userId,
  ...sightOf(company).map(limitOf),
  orgStructureId ?? null,
  includeDescendants,
  jobTitle?.map((title) => title.toLowerCase()) ?? null,
];

/** Somebody who works nowhere yet is in sight where the first record of the work history says. */
const soughtSql = `
  FROM personnel AS p
  LEFT JOIN org_structures AS o ON o.company_id = $1 AND o.id = p.org_structure_id
  LEFT JOIN org_structures AS seen ON seen.company_id = $1 AND seen.id = coalesce(p.org_structure_id, p.place_id)
  WHERE p.company_id = $1 AND NOT p.archived
    AND (p.user_id = $2
      OR (($3::uuid[] IS NULL OR seen.path_ids && $3) AND ($4::uuid[] IS NULL OR seen.path_ids && $4)))
    AND ($5::uuid[] IS NULL OR o.id = ANY($5) OR ($6 AND o.path_ids && $5))
    AND ($7::text[] IS NULL OR lower(p.job_title) = ANY($7))`;

const placesSql = `SELECT DISTINCT o.id, o.path ${soughtSql} AND o.id IS NOT NULL`;

const peopleSql = `
  SELECT p.id, p.display_name AS name ${soughtSql}
    AND ($11::uuid[] IS NULL OR p.org_structure_id = ANY($11))
    AND ($9::uuid IS NULL OR (p.display_name, p.id) > ($8, $9))
  ORDER BY p.display_name, p.id LIMIT $10`;

const cellsSql = `
  SELECT s.personnel_id AS "personnelId", s.personnel_name AS "personnelName",
    s.course_id AS "courseId", s.course_name AS "courseName",
    s.org_structure_id AS "orgStructureId", o.path AS "orgStructurePath",
    s.status, s.expires_on AS "expiresOn"
  FROM standings AS s
  LEFT JOIN org_structures AS o ON o.company_id = $1 AND o.id = s.org_structure_id
  WHERE s.company_id = $1 AND s.personnel_id = ANY($2) AND s.requirement = 'mandatory' AND NOT s.archived
    AND ($3::uuid[] IS NULL OR s.course_id = ANY($3))
  ORDER BY s.personnel_name, s.personnel_id, s.course_name, s.course_id`;
