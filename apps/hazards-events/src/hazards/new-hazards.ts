import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type CompanyContext, type HazardStatus, hazardCreated } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import type { ApprovalMembers } from '../approvals/approval.entity.js';
import { ReferenceNumbers } from '../reference-numbers/reference-numbers.js';
import type { Hazard } from './hazard.entity.js';
import type { HazardContent } from './hazard-contents.js';
import { HazardRows } from './hazards.rows.js';

const SERIES = 'HAZ';

type Entrance = ApprovalMembers & Pick<Hazard, 'suggestedActions'> & { status: HazardStatus };

/** Adds working copies whose content is checked. */
@Injectable()
export class NewHazards {
  constructor(
    private readonly hazards: HazardRows,
    private readonly numbers: ReferenceNumbers,
    private readonly transactions: CompanyTransactions,
    private readonly outbox: Outbox,
  ) {}

  /** Throws 409 for an external id in use. The other services learn of a hazard once it is more than a draft. */
  async add(company: CompanyContext, content: HazardContent, entrance: Entrance): Promise<Hazard> {
    const added = await this.hazards.add(company, {
      ...content,
      ...entrance,
      statusComment: null,
      closedAt: null,
      closedByUserId: null,
      closureReason: null,
      reference: await this.numbers.next(company, SERIES),
    });
    if (added.status !== 'draft') await this.announce(added);
    return added;
  }

  announce(hazard: Hazard): Promise<void> {
    return this.outbox.add(this.transactions.current(hazard.companyId), hazardCreated, {
      ...hazard,
      identifiedAt: hazard.identifiedAt.toISOString(),
    });
  }
}
