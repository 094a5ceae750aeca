import { Injectable } from '@nestjs/common';
import type { CompanyContext, HazardStatus } from '@safety/contracts';
import { NumberSeries } from '@safety/persistence';
import type { Added } from '@safety/platform';
import type { ApprovalMembers } from '../approvals/approval.entity.js';
import { nobodysWords, writtenBy } from '../approvals/approval-rules.js';
import type { Hazard } from './hazard.entity.js';
import type { HazardContent } from './hazard-contents.js';
import { HazardRows } from './hazards.rows.js';

const SERIES = 'HAZ';

/** A hazard whose content is checked, and how it comes into the register. */
export interface NewHazard {
  content: HazardContent;
  entrance: ApprovalMembers & Pick<Hazard, 'suggestedActions'> & { status: HazardStatus };
}

/** Adds working copies. */
@Injectable()
export class NewHazards {
  constructor(
    private readonly hazards: HazardRows,
    private readonly series: NumberSeries,
  ) {}

  /** Adds the hazard of a request that may be repeated. Throws 409 for an external id or an id in use. */
  addOnce(
    company: CompanyContext,
    body: object & { id?: string | undefined },
    given: () => Promise<NewHazard>,
  ): Promise<Added<Hazard>> {
    return this.hazards.addOnce(company, body, async () => {
      const { content, entrance } = await given();
      return {
        ...content,
        ...entrance,
        ...writtenBy(company.userId, nobodysWords, entrance.approvedAt === null),
        withdrawn: null,
        statusComment: null,
        closedAt: null,
        closedByUserId: null,
        closureReason: null,
        reference: await this.series.nextOfYear(company, SERIES),
      };
    });
  }
}
