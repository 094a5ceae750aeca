import { Injectable } from '@nestjs/common';
import {
  type ChangePage,
  type CompanyContext,
  type OrgStructureItem as ItemResource,
  type ListChanges,
  type ListOrgStructureItems,
  mayAnywhere,
  type Page,
  type SaveOrgStructureItem,
} from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { type Change, invalidField, type Precondition } from '@safety/platform';
import { refuseReferences } from '../in-use/in-use.js';
import { Courses } from './courses.js';
import { ItemAccess } from './item-access.js';
import type { OrgStructureItem } from './org-structure-item.entity.js';
import { OrgStructureItemRows } from './org-structure-items.rows.js';
import { type Followers, OrgStructureRows } from './org-structures.rows.js';

/** The members of an item that its placements have, too. */
const PLACED = ['name', 'code', 'type'] as const;

/** The catalogue that org structures are placements of. */
@Injectable()
export class OrgStructureItemsService {
  constructor(
    private readonly items: OrgStructureItemRows,
    private readonly places: OrgStructureRows,
    private readonly access: ItemAccess,
    private readonly courses: Courses,
    private readonly transactions: CompanyTransactions,
  ) {}

  async page(company: CompanyContext, query: ListOrgStructureItems): Promise<Page<ItemResource>> {
    const listed = { ...query, includeArchived: 'false' } as const;
    const page = await this.items.page(company, listed, this.items.filters(listed));
    return { ...page, data: await this.present(company, page.data) };
  }

  async get(company: CompanyContext, id: string): Promise<ItemResource> {
    return this.presentOne(company, await this.items.get(company, id));
  }

  history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    return this.items.history(company, id, query);
  }

  async add(company: CompanyContext, item: SaveOrgStructureItem): Promise<ItemResource> {
    this.access.demandAdd(company);
    return this.presentOne(company, await this.items.add(company, { ...item, trainingRequired: [] }));
  }

  async change(
    company: CompanyContext,
    id: string,
    change: Change<SaveOrgStructureItem>,
  ): Promise<ItemResource> {
    await this.places.takeTurns(company);
    let followers: Followers | undefined;
    const changed = await this.items.change(company, id, change, {
      authorise: () => this.access.demandWrite(company, id),
      values: async (item, row) => {
        if (item.type !== 'site') await this.refuseEstablishments(company, id);
        if (PLACED.some((member) => item[member] !== row[member]))
          followers = await this.places.placing(company, { ...item, id });
        return item;
      },
    });
    if (followers) await this.places.follow(company, followers);
    return this.presentOne(company, changed);
  }

  async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    await this.places.takeTurns(company);
    await this.items.archive(company, id, precondition, async (item) => {
      await this.access.demandWrite(company, id);
      if (item.archived) return;
      const placements = (await this.places.ofItem(company, id)).filter(({ archived }) => !archived);
      // Every reader of org structures sees all of them.
      const readable = mayAnywhere(company, 'orgstructures.read');
      const references = placements.map(({ id: placeId }) => ({
        resource: 'orgstructures',
        id: placeId,
        readable,
      }));
      refuseReferences('org structure item', references);
    });
  }

  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<ItemResource> {
    const authorise = () => this.access.demandWrite(company, id);
    return this.presentOne(company, await this.items.restore(company, id, precondition, authorise));
  }

  private async refuseEstablishments(company: CompanyContext, id: string): Promise<void> {
    const placements = await this.places.ofItem(company, id);
    if (placements.some(({ establishment }) => establishment !== null))
      throw invalidField(
        '/type',
        'not-allowed',
        'It has an establishment where it is placed: it stays a site.',
      );
  }

  private async presentOne(company: CompanyContext, item: OrgStructureItem): Promise<ItemResource> {
    const [resource] = await this.present(company, [item]);
    if (!resource) throw new Error('An item that was read is presented');
    return resource;
  }

  private async present(company: CompanyContext, items: OrgStructureItem[]): Promise<ItemResource[]> {
    const { companyId } = company;
    const { read } = this.transactions.current(companyId);
    const text = `SELECT item_id AS id, array_agg(id ORDER BY path, id) AS "placedAt" FROM org_structures
      WHERE company_id = $1 AND item_id = ANY($2) AND NOT archived GROUP BY item_id`;
    const ids = items.map(({ id }) => id);
    const { rows } = await read<{ id: string; placedAt: string[] }>(text, [companyId, ids]);
    const placements = new Map(rows.map(({ id, placedAt }) => [id, placedAt]));
    const courseIds = items.flatMap((item) => item.trainingRequired.map(({ courseId }) => courseId));
    const courses = await this.courses.find(company, [...new Set(courseIds)]);
    return items.map((item) => ({
      ...item,
      orgStructureIds: placements.get(item.id) ?? [],
      trainingRequiredCount: item.trainingRequired.filter(({ courseId }) => !courses.get(courseId)?.archived)
        .length,
    }));
  }
}
