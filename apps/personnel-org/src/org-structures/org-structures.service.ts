import { Injectable } from '@nestjs/common';
import {
  type ChangePage,
  type CompanyContext,
  covers,
  type HierarchyNode,
  type HierarchyQuery,
  type ListChanges,
  type ListOrgStructures,
  type OrgStructure as OrgStructureResource,
  type Page,
  reachOf,
} from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { invalidParameter } from '@safety/platform';
import { maySeeEstablishment, redacted, withoutEstablishment } from './establishment-access.js';
import { hierarchyOf } from './hierarchy.js';
import type { OrgStructure } from './org-structure.entity.js';
import { OrgStructureRows } from './org-structures.rows.js';
import { isDefaultIs, selectableIs } from './tree-conditions.js';

const MAX_NODES = 10_000;

/**
 * Places of a company. Everybody who may read any sees all of them; what differs is which can be selected.
 */
@Injectable()
export class OrgStructuresService {
  constructor(
    private readonly places: OrgStructureRows,
    private readonly transactions: CompanyTransactions,
  ) {}

  async page(company: CompanyContext, query: ListOrgStructures): Promise<Page<OrgStructureResource>> {
    const defaultId = await this.defaultOf(company);
    const page = await this.places.page(company, query, [
      ...this.places.filters(query),
      selectableIs(query.selectable, reachOf(company, 'orgstructures.read')),
      isDefaultIs(query.isDefault, defaultId),
    ]);
    return { ...page, data: await this.present(company, page.data, defaultId) };
  }

  async get(company: CompanyContext, id: string): Promise<OrgStructureResource> {
    const place = await this.places.get(company, id);
    const [resource] = await this.present(company, [place], await this.defaultOf(company));
    if (!resource) throw new Error('A place that was read is presented');
    return resource;
  }

  /** The changes of a place; of its establishment as much as the caller may see of that. */
  async audit(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    const place = await this.places.get(company, id);
    const page = await this.places.history(company, id, query);
    return maySeeEstablishment(company, place) ? page : { ...page, data: withoutEstablishment(page.data) };
  }

  /**
   * The caller's selectable places as a tree. Throws 400 for an unknown root, and when the tree is too large.
   */
  async hierarchy(company: CompanyContext, query: HierarchyQuery): Promise<HierarchyNode[]> {
    const reach = reachOf(company, 'orgstructures.read');
    const rows = await this.places.leading(company, query, reach, MAX_NODES + 1);
    if (query.rootId && rows.length === 0) await this.demandRoot(company, query.rootId);
    if (rows.length > MAX_NODES)
      throw invalidParameter('rootId', `More than ${MAX_NODES} places: name a root.`);
    return hierarchyOf(rows, { ...query, reach, defaultId: await this.defaultOf(company) });
  }

  private async demandRoot(company: CompanyContext, id: string): Promise<void> {
    const [root] = await this.places.findAll(company, [id]);
    if (!root || root.archived) throw invalidParameter('rootId', 'No such org structure.');
  }

  /** The caller's default. */
  async defaultOf({ companyId, userId }: CompanyContext): Promise<string | undefined> {
    const { client } = this.transactions.current(companyId);
    const text =
      'SELECT org_structure_id AS id FROM default_org_structures WHERE company_id = $1 AND user_id = $2';
    const { rows } = await execute<{ id: string }>(client, text, [companyId, userId]);
    return rows[0]?.id;
  }

  private async present(
    company: CompanyContext,
    places: OrgStructure[],
    defaultId: string | undefined,
  ): Promise<OrgStructureResource[]> {
    const counts = await this.childCounts(company, places);
    const reach = reachOf(company, 'orgstructures.read');
    return places.map((place) => ({
      ...place,
      relationshipId: place.id,
      selectable: !place.archived && covers(reach, place.pathIds),
      isDefault: place.id === defaultId,
      childCount: counts.get(place.id) ?? 0,
      ...(maySeeEstablishment(company, place) ? { redactedFields: [] } : redacted),
    }));
  }

  private async childCounts(
    { companyId }: CompanyContext,
    places: OrgStructure[],
  ): Promise<Map<string, number>> {
    const { client } = this.transactions.current(companyId);
    // count is read: a member of the answer
    const text = `SELECT parent_id AS id, count(*)::int AS count FROM org_structures
      WHERE company_id = $1 AND parent_id = ANY($2) AND NOT archived GROUP BY parent_id`;
    const ids = places.map(({ id }) => id);
    const { rows } = await execute<{ id: string; count: number }>(client, text, [companyId, ids]);
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
