import { Injectable } from '@nestjs/common';
import type {
  CompanyContext,
  FieldError,
  ListTrainingRequirements,
  Page,
  SaveTrainingRequirements,
  StoredRequirement,
  TrainingRequirement,
} from '@safety/contracts';
import { archivedRow, CompanyTransactions, unknownRow } from '@safety/persistence';
import { type Change, dateIn, refuseFaults } from '@safety/platform';
import { Courses, type KnownCourse } from './courses.js';
import { ItemAccess } from './item-access.js';
import { OrgStructureItemRows } from './org-structure-items.rows.js';
import { type Placement, type RequiringItem, requirementsAt } from './required-training.js';

/** Requirements of items, and those that they inherit from the items above their placements. */
@Injectable()
export class TrainingRequirementsService {
  constructor(
    private readonly items: OrgStructureItemRows,
    private readonly access: ItemAccess,
    private readonly courses: Courses,
    private readonly transactions: CompanyTransactions,
  ) {}

  async list(
    company: CompanyContext,
    itemId: string,
    { includeInherited, requirement, jobTitle }: ListTrainingRequirements,
  ): Promise<Page<TrainingRequirement>> {
    const { trainingRequired: required } = await this.items.get(company, itemId);
    const placements = await this.placements(company, itemId, includeInherited);
    const own = { itemId, distance: 0, required };
    const found = requirementsAt(own, placements, await this.today(company), jobTitle).filter(
      (one) => requirement === undefined || one.requirement === requirement,
    );
    const courses = await this.courses.find(
      company,
      found.map(({ courseId }) => courseId),
    );
    const data = found
      .filter(({ courseId }) => !courses.get(courseId)?.archived)
      .map((one) => presented(one, courses.get(one.courseId)))
      .sort(
        (a, b) =>
          a.courseName.localeCompare(b.courseName, 'en') || a.courseId.localeCompare(b.courseId, 'en'),
      );
    const { startedAt } = this.transactions.current(company.companyId);
    const { length } = data;
    const page = {
      limit: length,
      hasMore: false,
      nextCursor: null,
      asOf: await startedAt,
      totalCount: length,
    };
    return { data, page };
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
        const unseen = await this.unseen(company, requirements, trainingRequired);
        return { trainingRequired: [...requirements.map((one) => stored(one, today)), ...unseen] };
      },
    });
    return this.list(company, itemId, { includeInherited: true });
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
    const ids = wanted.map(({ courseId }) => courseId);
    const courses = await this.courses.find(company, ids);
    return ids.flatMap((id, index) => {
      const pointer = `/requirements/${index}/courseId`;
      const course = courses.get(id);
      if (!course) return [unknownRow(pointer, 'course')];
      if (kept.has(id)) return [];
      if (course.archived) return [archivedRow(pointer, 'course')];
      const detail = 'The course is retired.';
      return course.status === 'retired' ? [{ pointer, code: 'not-allowed', detail }] : [];
    });
  }

  /** The active placements of an item by their paths, each with the items above it at their nearest. */
  private async placements(
    { companyId }: CompanyContext,
    itemId: string,
    includeInherited: boolean,
  ): Promise<Placement[]> {
    const { read } = this.transactions.current(companyId);
    // count is read: the nearest of the items above; nothing is decided by it
    const text = `
      SELECT p.id AS "orgStructureId", coalesce(jsonb_agg(jsonb_build_object('itemId', above.item_id,
          'distance', above.distance) ORDER BY above.distance, above.item_id)
        FILTER (WHERE above.item_id IS NOT NULL), '[]') AS above
      FROM org_structures AS p LEFT JOIN LATERAL (
        SELECT a.item_id, min(p.level - a.level) AS distance FROM org_structures AS a
        WHERE $3 AND a.company_id = p.company_id AND a.id = ANY(p.path_ids) AND a.level < p.level
          AND a.item_id <> p.item_id
        GROUP BY a.item_id) AS above ON true
      WHERE p.company_id = $1 AND p.item_id = $2 AND NOT p.archived GROUP BY p.id, p.path ORDER BY p.path, p.id`;
    const { rows } = await read<Above>(text, [companyId, itemId, includeInherited]);
    const required = await this.requiredBy(companyId, [
      ...new Set(rows.flatMap(({ above }) => above.map((item) => item.itemId))),
    ]);
    return rows.map(({ orgStructureId, above }) => ({
      orgStructureId,
      above: above.flatMap((item): RequiringItem[] => {
        const requirements = required.get(item.itemId);
        return requirements ? [{ ...item, required: requirements }] : [];
      }),
    }));
  }

  /** The requirements of items that are not archived. */
  private async requiredBy(
    companyId: string,
    ids: readonly string[],
  ): Promise<Map<string, StoredRequirement[]>> {
    const { read } = this.transactions.current(companyId);
    const text = `SELECT id, training_required AS required FROM org_structure_items
      WHERE company_id = $1 AND id = ANY($2) AND NOT archived`;
    const { rows } = await read<{ id: string; required: StoredRequirement[] }>(text, [companyId, ids]);
    return new Map(rows.map(({ id, required }) => [id, required]));
  }
}

/** A placement, and where the items above it are. */
interface Above {
  orgStructureId: string;
  above: { itemId: string; distance: number }[];
}

type Wanted = SaveTrainingRequirements['requirements'][number];

const stored = (wanted: Wanted, today: string): StoredRequirement => ({
  courseId: wanted.courseId,
  requirement: wanted.requirement,
  jobTitles: wanted.jobTitles,
  graceDays: wanted.graceDays,
  effectiveFrom: wanted.effectiveFrom ?? today,
});

const presented = (
  requirement: Omit<TrainingRequirement, 'courseName' | 'validityMonths'>,
  course: KnownCourse | undefined,
): TrainingRequirement => ({
  ...requirement,
  courseName: course?.name ?? '',
  validityMonths: course?.validityMonths ?? null,
});
