import { Injectable } from '@nestjs/common';
import type {
  ChangePage,
  CompanyContext,
  ListChanges,
  ListHazards,
  Page,
  SaveHazard,
} from '@safety/contracts';
import { ApprovedHazards } from './approved-hazards.js';
import { type HazardView, HazardViews } from './hazard-views.js';
import { HazardRows } from './hazards.rows.js';
import { NewHazards } from './new-hazards.js';

@Injectable()
export class HazardsService {
  constructor(
    private readonly hazards: HazardRows,
    private readonly approved: ApprovedHazards,
    private readonly newHazards: NewHazards,
    private readonly views: HazardViews,
  ) {}

  async page(company: CompanyContext, query: ListHazards): Promise<Page<HazardView>> {
    const { data, page } = await this.approved.list(company, query);
    return { data: await this.views.of(company, data), page };
  }

  async get(company: CompanyContext, id: string): Promise<HazardView> {
    return this.views.one(company, await this.approved.get(company, id));
  }

  /** The changes of a hazard that the caller may read. An anonymous author is shown to administrators alone. */
  async audit(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    await this.approved.get(company, id);
    return this.hazards.history(company, id, query);
  }

  /** Adds a hazard that counts immediately: nobody has to approve it. */
  async addApproved(company: CompanyContext, body: SaveHazard): Promise<HazardView> {
    const permission = 'hazards.createWithoutApproval';
    const hazard = await this.newHazards.add(company, body, { status: 'approved', permission });
    await this.approved.take(company, hazard.id);
    return this.views.one(company, hazard);
  }
}
