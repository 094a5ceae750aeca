import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardRows } from './hazards.rows.js';

/** Takes working copies back to what was approved, when a revision is rejected or withdrawn. */
@Injectable()
export class DroppedRevisions {
  constructor(
    private readonly rows: HazardRows,
    private readonly snapshots: ApprovedHazards,
  ) {}

  /**
   * The approved content. An external id that the revision had given up, and that another hazard has by now, is not
   * taken back.
   */
  async dropped(company: CompanyContext, { id }: Hazard): Promise<Partial<Hazard>> {
    const content: Partial<Hazard> = await this.snapshots.approvedContent(company, id);
    const { externalId } = content;
    const isGone = externalId ? await this.rows.isTaken(company, externalId, id) : false;
    return isGone ? { ...content, externalId: null } : content;
  }
}
