import { Injectable } from '@nestjs/common';
import {
  type ChangePage,
  type CompanyContext,
  type HierarchyNode,
  type HierarchyQuery,
  type ListChanges,
  type ListOrgStructures,
  type OrgStructure as OrgStructureResource,
  type Page,
} from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { invalidParameter } from '@safety/platform';
import { maySeeEstablishment, withoutEstablishment } from './establishment-access.js';
import { hierarchyOf } from './hierarchy.js';
import { OrgStructureViews } from './org-structure-views.js';
import { OrgStructureRows } from './org-structures.rows.js';
import { selectableReach } from './selectable.js';
import { isDefaultIs, selectableIs } from './tree-conditions.js';

const MAX_NODES = 10_000;

/**
 * Places of a company. Everybody who may read any sees all of them; what differs is which can be selected.
 */
@Injectable()
export class OrgStructureReader {
  constructor(
    protected readonly places: OrgStructureRows,
    private readonly views: OrgStructureViews,
    private readonly transactions: CompanyTransactions,
  ) {}

  async page(company: CompanyContext, query: ListOrgStructures): Promise<Page<OrgStructureResource>> {
    const defaultId = query.isDefault === undefined ? undefined : await this.defaultOf(company);
    const page = await this.places.page(company, query, [
      ...this.places.filters(query),
      selectableIs(query.selectable, selectableReach(company)),
      isDefaultIs(query.isDefault, defaultId),
    ]);
    return this.views.page(company, page);
  }

  async get(company: CompanyContext, id: string): Promise<OrgStructureResource> {
    return this.views.one(company, await this.places.get(company, id));
  }

  /** The changes of a place; of its establishment as much as the caller may see of that. */
  async history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    const place = await this.places.get(company, id);
    const page = await this.places.history(company, id, query);
    return maySeeEstablishment(company, place) ? page : { ...page, data: withoutEstablishment(page.data) };
  }

  /**
   * The caller's selectable places as a tree. Throws 400 for an unknown root, and when the tree is too large.
   */
  async hierarchy(company: CompanyContext, query: HierarchyQuery): Promise<HierarchyNode[]> {
    const reach = selectableReach(company);
    const rows = await this.places.leading(company, query, reach, MAX_NODES + 1);
    if (query.rootId && rows.length === 0) await this.demandRoot(company, query.rootId);
    if (rows.length > MAX_NODES)
      throw invalidParameter('rootId', `More than ${MAX_NODES} places: name a root, or fewer levels.`);
    return hierarchyOf(rows, { rootId: query.rootId, reach, defaultId: await this.defaultOf(company) });
  }

  private async demandRoot(company: CompanyContext, id: string): Promise<void> {
    const [root] = await this.places.findAll(company, [id]);
    if (!root || root.archived) throw invalidParameter('rootId', 'No such org structure.');
  }

  /** The caller's default; none while it is archived. */
  async defaultOf({ companyId, userId }: CompanyContext): Promise<string | undefined> {
    const { read } = this.transactions.current(companyId);
    const text = `SELECT o.id FROM default_org_structures AS d
      JOIN org_structures AS o ON o.company_id = d.company_id AND o.id = d.org_structure_id
      WHERE d.company_id = $1 AND d.user_id = $2 AND NOT o.archived`;
    const { rows } = await read<{ id: string }>(text, [companyId, userId]);
    return rows[0]?.id;
  }
}
