import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  mayAnywhere,
  type OrgStructure as OrgStructureResource,
  type SaveOrgStructure,
} from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { type Change, type Precondition, refuseFaults } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { refuseArchived, refuseReferences } from '../in-use/in-use.js';
import { ItemAccess } from './item-access.js';
import { LegalNames } from './legal-names.js';
import type { OrgStructure } from './org-structure.entity.js';
import { OrgStructureItemRows } from './org-structure-items.rows.js';
import { OrgStructureReader } from './org-structure-reader.js';
import { OrgStructureUse } from './org-structure-use.js';
import { OrgStructureViews } from './org-structure-views.js';
import { type Followers, OrgStructureRows } from './org-structures.rows.js';
import {
  demandPlacing,
  demandWrite,
  type Named,
  placementFaults,
  refuseActiveBelow,
  refuseCycle,
  refuseDepth,
  refuseLongPaths,
  refuseManyActive,
} from './placement-rules.js';
import { below } from './tree-paths.js';

/**
 * Placing items in the tree, beside reading it. Writes of one company take turns, so the paths that one of
 * them reads are those that it builds upon.
 */
@Injectable()
export class PlacementsService extends OrgStructureReader {
  constructor(
    places: OrgStructureRows,
    views: OrgStructureViews,
    transactions: CompanyTransactions,
    private readonly items: OrgStructureItemRows,
    private readonly access: ItemAccess,
    private readonly legalNames: LegalNames,
    private readonly use: OrgStructureUse,
  ) {
    super(places, views, transactions);
  }

  async add(company: CompanyContext, body: SaveOrgStructure): Promise<OrgStructureResource> {
    await this.places.takeTurns(company);
    const id = newId();
    const placed = await this.placed(company, id, body);
    await this.places.add(company, { ...body, ...placed, id });
    return this.get(company, id);
  }

  async change(
    company: CompanyContext,
    id: string,
    change: Change<SaveOrgStructure>,
  ): Promise<OrgStructureResource> {
    await this.places.takeTurns(company);
    let followers: Followers | undefined;
    await this.places.change(company, id, change, {
      authorise: (row) => demandWrite(company, row.pathIds),
      values: async (body, row) => {
        const placed = await this.placed(company, id, body, row);
        if (placed.path !== row.path || body.parentId !== row.parentId)
          followers = await this.places.below(company, id, placed, pointerOf(body, row));
        return { ...body, ...placed };
      },
    });
    if (followers) await this.places.follow(company, followers);
    return this.get(company, id);
  }

  async archive(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
    cascade: boolean,
  ): Promise<void> {
    await this.places.takeTurns(company);
    let below: OrgStructure[] = [];
    await this.places.archive(company, id, precondition, async (row) => {
      demandWrite(company, row.pathIds);
      if (row.archived) return;
      if (cascade) refuseManyActive(await this.places.areManyActive(company, [id]));
      else refuseActiveBelow(await this.places.hasActiveChildren(company, id));
      const branch = cascade ? await this.places.lockAll(company, 'active', [id]) : [row];
      below = branch.filter((one) => one.id !== id);
      refuseReferences('org structure', await this.use.find(company, branch));
    });
    await this.places.archiveAll(company, below);
  }

  async restore(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
  ): Promise<OrgStructureResource> {
    await this.places.takeTurns(company);
    await this.places.restore(company, id, precondition, async (row) => {
      demandWrite(company, row.pathIds);
      if (row.archived) await this.refuseArchived(company, row);
    });
    return this.get(company, id);
  }

  /** Where a body puts an org structure, and under which name. Throws 403, 409 and 422. */
  private async placed(company: CompanyContext, id: string, body: SaveOrgStructure, before?: OrgStructure) {
    const named = await this.named(company, body);
    const { item, parent } = named;
    if (parent !== undefined && body.parentId !== before?.parentId)
      demandPlacing(company, parent?.pathIds ?? [], before?.pathIds);
    if (item && item.id !== before?.itemId) await this.access.demandPlacing(company, item.id);
    refuseCycle(id, parent);
    refuseFaults(placementFaults(body, named, before));
    if (!item) throw new Error('An item that is not there is refused');
    const { name, code, type } = item;
    const position = below(parent ?? null, id, name);
    refuseDepth([position]);
    await this.legalNames.check(company, id, body.establishment);
    refuseLongPaths(pointerOf(body, before), [position]);
    return { name, code, type, ...position };
  }

  private async named(company: CompanyContext, { itemId, parentId }: SaveOrgStructure): Promise<Named> {
    const [item] = await this.items.findAll(company, [itemId]);
    if (parentId === null) return { item, parent: null };
    const [parent] = await this.places.findAll(company, [parentId]);
    return { item, parent };
  }

  private async refuseArchived(company: CompanyContext, row: OrgStructure): Promise<void> {
    const { item, parent } = await this.named(company, { ...row, establishment: null });
    const readable = mayAnywhere(company, 'orgstructures.read');
    refuseArchived(
      `The ${parent?.archived ? 'org structure above it' : 'item'} is archived: restore it first.`,
      [
        ...(parent?.archived ? [{ resource: 'orgstructures', id: parent.id, readable }] : []),
        ...(item?.archived ? [{ resource: 'orgstructures/items', id: item.id, readable }] : []),
      ],
    );
  }
}

/** The member of a body that gives an org structure another path. */
const pointerOf = ({ parentId }: SaveOrgStructure, before?: OrgStructure): string =>
  parentId === before?.parentId ? '/itemId' : '/parentId';
