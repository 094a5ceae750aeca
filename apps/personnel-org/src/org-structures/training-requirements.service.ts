import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type FieldError,
  isOwnRequirement,
  type ListTrainingRequirements,
  type Page,
  type SaveTrainingRequirements,
  type StoredRequirement,
  type TrainingRequirement,
} from '@safety/contracts';
import { archivedRow, CompanyTransactions, Cursors, cursorScope, unknownRow } from '@safety/persistence';
import { type Change, dateIn, invalidParameter, refuseFaults } from '@safety/platform';
import { Courses, type KnownCourse } from './courses.js';
import { ItemAccess } from './item-access.js';
import { OrgStructureItemRows } from './org-structure-items.rows.js';
import {
  MOST_NAMED,
  type Placements,
  type RequiringItem,
  requirementsAt,
  storedRequirements,
  type TitledRequirement,
  titled,
} from './required-training.js';

/** Requirements of items, and those that they inherit from the items above their placements. */
@Injectable()
export class TrainingRequirementsService {
  constructor(
    private readonly items: OrgStructureItemRows,
    private readonly access: ItemAccess,
    private readonly courses: Courses,
    private readonly cursors: Cursors,
    private readonly transactions: CompanyTransactions,
  ) {}

  /** Throws 400 where the items above require too much for one answer. */
  async list(
    company: CompanyContext,
    itemId: string,
    query: ListTrainingRequirements,
  ): Promise<Page<TrainingRequirement>> {
    const page = await this.page(company, itemId, query);
    if (!page) throw invalidParameter('orgStructureId', TOO_MUCH);
    return page;
  }

  /** Nothing where the items above require too much. */
  private async page(
    company: CompanyContext,
    itemId: string,
    { limit, cursor, ...query }: ListTrainingRequirements,
  ): Promise<Page<TrainingRequirement> | undefined> {
    const all = await this.requirements(company, itemId, query);
    if (!all) return undefined;
    const scope = cursorScope(company.companyId, 'training required', itemId, query);
    const position = cursor === undefined ? undefined : this.cursors.decode(scope, cursor);
    const rest = position ? all.filter((one) => inOrder(keyOf(one), position) > 0) : all;
    const { data, page } = this.cursors.page(scope, rest, limit, keyOf);
    const asOf = await this.transactions.current(company.companyId).startedAt;
    return { data, page: { ...page, asOf, totalCount: all.length } };
  }

  /** All requirements of a query, in their order; nothing where the items above require too much. */
  private async requirements(
    company: CompanyContext,
    itemId: string,
    { requirement, jobTitle, ...placed }: Omit<ListTrainingRequirements, 'limit' | 'cursor'>,
  ): Promise<TrainingRequirement[] | undefined> {
    const { trainingRequired: required } = await this.items.get(company, itemId);
    const placements = await this.placements(company, itemId, placed);
    if (!placements) return undefined;
    if (placements.length === 0 && placed.orgStructureId !== undefined) return [];
    const own = { itemId, distance: 0, required: titled(required) };
    const all = requirementsAt(own, placements, await this.today(company), jobTitle);
    if (!all) return undefined;
    const found = all.filter((one) => requirement?.includes(one.requirement) ?? true);
    const courses = await this.courses.find(company, [...new Set(found.map(({ courseId }) => courseId))]);
    return found
      .filter(({ courseId }) => !courses.get(courseId)?.archived)
      .map((one) => presented(one, courses.get(one.courseId)))
      .sort((a, b) => inOrder(keyOf(a), keyOf(b)));
  }

  async replace(
    company: CompanyContext,
    itemId: string,
    change: Change<SaveTrainingRequirements>,
  ): Promise<Page<TrainingRequirement>> {
    const today = await this.today(company);
    await this.items.change(company, itemId, change, {
      authorise: ({ id }) => this.access.demandWrite(company, id),
      values: async ({ requirements }, { trainingRequired }) => {
        refuseFaults(await this.courseFaults(company, requirements, trainingRequired));
        const own = requirements.filter(isOwnRequirement);
        const unseen = await this.unseen(company, own, trainingRequired);
        return { trainingRequired: [...storedRequirements(own, trainingRequired, today), ...unseen] };
      },
    });
    const answer = await this.page(company, itemId, { includeInherited: true, limit: MOST_SHOWN });
    return answer ?? this.list(company, itemId, { includeInherited: false, limit: MOST_SHOWN });
  }

  /** Those of archived courses, which no list shows, so that nobody can keep them by sending them back. */
  private async unseen(
    company: CompanyContext,
    wanted: SaveTrainingRequirements['requirements'],
    before: readonly StoredRequirement[],
  ): Promise<StoredRequirement[]> {
    const named = new Set(wanted.map(({ courseId }) => courseId));
    const others = before.filter(({ courseId }) => !named.has(courseId));
    const courses = await this.courses.find(
      company,
      others.map(({ courseId }) => courseId),
    );
    return others.filter(({ courseId }) => courses.get(courseId)?.archived);
  }

  private async today({ companyId, timeZone }: CompanyContext): Promise<string> {
    return dateIn(timeZone, await this.transactions.current(companyId).startedAt);
  }

  /** The errors of the courses of a body; a course that was required before may stay. */
  private async courseFaults(
    company: CompanyContext,
    wanted: SaveTrainingRequirements['requirements'],
    before: readonly StoredRequirement[],
  ): Promise<FieldError[]> {
    const kept = new Set(before.map(({ courseId }) => courseId));
    const ids = wanted.filter(isOwnRequirement).map(({ courseId }) => courseId);
    const courses = await this.courses.find(company, ids);
    return wanted.flatMap((one, index) => {
      if (!isOwnRequirement(one)) return [];
      const pointer = `/requirements/${index}/courseId`;
      const course = courses.get(one.courseId);
      if (!course) return [unknownRow(pointer, 'course')];
      if (kept.has(one.courseId)) return [];
      if (course.archived) return [archivedRow(pointer, 'course')];
      const detail = 'The course is retired.';
      return course.status === 'retired' ? [{ pointer, code: 'not-allowed', detail }] : [];
    });
  }

  /**
   * The active placements of an item, by the items above them that require training, each at its nearest:
   * most are alike. Nothing where these require too much.
   */
  private async placements(
    { companyId }: CompanyContext,
    itemId: string,
    {
      includeInherited,
      orgStructureId,
    }: Pick<ListTrainingRequirements, 'includeInherited' | 'orgStructureId'>,
  ): Promise<Placements[] | undefined> {
    const { read } = this.transactions.current(companyId);
    // count is read: the nearest of the items above, and for the reader; nothing is decided by it
    const text = `
      SELECT (array_agg(id ORDER BY path, id))[1:${MOST_NAMED}] AS "orgStructureIds", count(*)::int AS count, above
      FROM (
        SELECT p.id, p.path, coalesce(jsonb_agg(jsonb_build_object('itemId', above.item_id,
            'distance', above.distance) ORDER BY above.distance, above.item_id)
          FILTER (WHERE above.item_id IS NOT NULL), '[]') AS above
        FROM org_structures AS p LEFT JOIN LATERAL (
          SELECT a.item_id, min(p.level - a.level) AS distance FROM org_structures AS a
            JOIN org_structure_items AS i ON i.company_id = a.company_id AND i.id = a.item_id
              AND NOT i.archived AND i.training_required <> '[]'
          WHERE $3 AND a.company_id = p.company_id AND a.id = ANY(p.path_ids) AND a.level < p.level
            AND a.item_id <> p.item_id
          GROUP BY a.item_id) AS above ON true
        WHERE p.company_id = $1 AND p.item_id = $2 AND NOT p.archived AND ($4::uuid[] IS NULL OR p.id = ANY($4))
        GROUP BY p.id, p.path) AS placed
      GROUP BY above ORDER BY min(path), min(id::text)`;
    const values = [companyId, itemId, includeInherited, orgStructureId ?? null];
    const { rows } = await read<Above>(text, values);
    const required = await this.requiredBy(companyId, [
      ...new Set(rows.flatMap(({ above }) => above.map((item) => item.itemId))),
    ]);
    if (!required) return undefined;
    return rows.map(({ above, ...placed }) => ({
      ...placed,
      above: above.flatMap((item): RequiringItem[] => {
        const requirements = required.get(item.itemId);
        return requirements ? [{ ...item, required: requirements }] : [];
      }),
    }));
  }

  /** The requirements of items that are not archived; nothing where they are too large for one answer. */
  private async requiredBy(
    companyId: string,
    ids: readonly string[],
  ): Promise<Map<string, TitledRequirement[]> | undefined> {
    const { read } = this.transactions.current(companyId);
    const text = `SELECT id, training_required AS required FROM org_structure_items
      WHERE company_id = $1 AND id = ANY($2) AND NOT archived`;
    type Row = { id: string; required: StoredRequirement[] };
    const { rows, isCut } = await read<Row>(text, [companyId, ids], MOST_BYTES_ABOVE);
    return isCut ? undefined : new Map(rows.map(({ id, required }) => [id, titled(required)]));
  }
}

/** Placements, and where the items above them are. */
interface Above {
  orgStructureIds: string[];
  count: number;
  above: { itemId: string; distance: number }[];
}

/** Of the requirements of the items above, which are all in memory for one answer. */
const MOST_BYTES_ABOVE = 8 * 2 ** 20;

const TOO_MUCH =
  'Too much is required at the placements for one answer: name fewer of them, or ask with ' +
  'includeInherited=false.';

/** As many requirements as an item itself may have. */
const MOST_SHOWN = 200;

/** The place of a requirement in its list. */
const keyOf = ({ courseName, courseId, inheritedFromItemId }: TrainingRequirement): string[] => [
  courseName,
  courseId,
  inheritedFromItemId ?? '',
];

const inOrder = (a: readonly unknown[], b: readonly unknown[]): number =>
  a.map((part, index) => `${part}`.localeCompare(`${b[index]}`, 'en')).find((order) => order !== 0) ?? 0;

const presented = (
  requirement: Omit<TrainingRequirement, 'courseName' | 'validityMonths'>,
  course: KnownCourse | undefined,
): TrainingRequirement => ({
  ...requirement,
  courseName: course?.name ?? '',
  validityMonths: course?.validityMonths ?? null,
});
