import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type OrgStructureItem as ItemResource,
  type ListOrgStructureItems,
  mayAnywhere,
  type Page,
  type SaveOrgStructureItem,
} from '@safety/contracts';
import { ResourceService, type WritingVerb } from '@safety/persistence';
import { type Change, invalidField, type Precondition } from '@safety/platform';
import { refuseReferences } from '../in-use/in-use.js';
import { ItemAccess } from './item-access.js';
import type { OrgStructureItem } from './org-structure-item.entity.js';
import { OrgStructureItemViews } from './org-structure-item-views.js';
import { OrgStructureItemRows } from './org-structure-items.rows.js';
import { type Followers, OrgStructureRows } from './org-structures.rows.js';

/** The members of an item that its placements have, too. */
const PLACED = ['name', 'code', 'type'] as const;

/** The catalogue that org structures are placements of. */
@Injectable()
export class OrgStructureItemsService extends ResourceService<
  OrgStructureItem,
  ItemResource,
  SaveOrgStructureItem
> {
  constructor(
    rows: OrgStructureItemRows,
    views: OrgStructureItemViews,
    private readonly places: OrgStructureRows,
    private readonly access: ItemAccess,
  ) {
    super(rows, views);
  }

  override page(company: CompanyContext, query: ListOrgStructureItems): Promise<Page<ItemResource>> {
    return super.page(company, { ...query, includeArchived: 'false' });
  }

  async add(company: CompanyContext, item: SaveOrgStructureItem): Promise<ItemResource> {
    this.access.demandAdd(company);
    return this.views.one(company, await this.rows.add(company, { ...item, trainingRequired: [] }));
  }

  override async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    await this.places.takeTurns(company);
    await super.archive(company, id, precondition);
  }

  protected override async changed(
    company: CompanyContext,
    id: string,
    change: Change<SaveOrgStructureItem>,
  ): Promise<OrgStructureItem> {
    await this.places.takeTurns(company);
    let followers: Followers | undefined;
    const changed = await this.rows.change(company, id, change, {
      authorise: (row) => this.authorise(company, row, 'change'),
      values: async (item, row) => {
        if (item.type !== 'site') await this.refuseEstablishments(company, id);
        const other = PLACED.find((member) => item[member] !== row[member]);
        if (other) followers = await this.places.placing(company, { ...item, id }, other);
        return item;
      },
    });
    if (followers) await this.places.follow(company, followers);
    return changed;
  }

  protected override async authorise(
    company: CompanyContext,
    item: OrgStructureItem,
    verb: WritingVerb,
  ): Promise<void> {
    await this.access.demandWrite(company, item.id);
    if (verb === 'archive' && !item.archived) await this.refusePlaced(company, item.id);
  }

  private async refusePlaced(company: CompanyContext, id: string): Promise<void> {
    const placements = (await this.places.ofItem(company, id)).filter(({ archived }) => !archived);
    // Every reader of org structures sees all of them.
    const readable = mayAnywhere(company, 'orgstructures.read');
    const references = placements.map(({ id: placeId }) => ({
      resource: 'orgstructures',
      id: placeId,
      readable,
    }));
    refuseReferences('org structure item', references);
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
}
