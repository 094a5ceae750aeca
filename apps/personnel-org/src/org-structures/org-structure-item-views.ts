import { Injectable } from '@nestjs/common';
import type { CompanyContext, OrgStructureItem as ItemResource } from '@safety/contracts';
import { CompanyTransactions, Views } from '@safety/persistence';
import { Courses } from './courses.js';
import type { OrgStructureItem } from './org-structure-item.entity.js';

/** Items with their placements, and how many courses they require. */
@Injectable()
export class OrgStructureItemViews extends Views<OrgStructureItem, ItemResource> {
  constructor(
    private readonly courses: Courses,
    private readonly transactions: CompanyTransactions,
  ) {
    super();
  }

  async of(company: CompanyContext, items: readonly OrgStructureItem[]): Promise<ItemResource[]> {
    const placements = await this.placements(company, items);
    const courseIds = items.flatMap((item) => item.trainingRequired.map(({ courseId }) => courseId));
    const courses = await this.courses.find(company, [...new Set(courseIds)]);
    return items.map((item) => ({
      ...item,
      orgStructureIds: placements.get(item.id) ?? [],
      trainingRequiredCount: item.trainingRequired.filter(({ courseId }) => !courses.get(courseId)?.archived)
        .length,
    }));
  }

  private async placements(
    { companyId }: CompanyContext,
    items: readonly OrgStructureItem[],
  ): Promise<Map<string, string[]>> {
    const { read } = this.transactions.current(companyId);
    const text = `SELECT item_id AS id, array_agg(id ORDER BY path, id) AS "placedAt" FROM org_structures
      WHERE company_id = $1 AND item_id = ANY($2) AND NOT archived GROUP BY item_id`;
    const ids = items.map(({ id }) => id);
    const { rows } = await read<{ id: string; placedAt: string[] }>(text, [companyId, ids]);
    return new Map(rows.map(({ id, placedAt }) => [id, placedAt]));
  }
}
