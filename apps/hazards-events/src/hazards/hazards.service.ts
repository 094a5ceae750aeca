import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListHazards, Page, SaveHazard } from '@safety/contracts';
import { ApprovedHazards } from './approved-hazards.js';
import { type HazardView, HazardViews } from './hazard-views.js';
import { NewHazards } from './new-hazards.js';

@Injectable()
export class HazardsService {
  constructor(
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

  /** Adds a hazard that counts at once: nobody has to approve it. */
  async addApproved(company: CompanyContext, body: SaveHazard): Promise<HazardView> {
    const permission = 'hazards.createWithoutApproval';
    const hazard = await this.newHazards.add(company, body, { status: 'approved', permission });
    await this.approved.take(company, hazard.id);
    return this.views.one(company, hazard);
  }
}
