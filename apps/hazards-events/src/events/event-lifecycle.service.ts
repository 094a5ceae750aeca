import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import type { Precondition } from '@safety/platform';
import type { ApprovalRecord } from '../approvals/approval.entity.js';
import { Permits } from '../approvals/permits.js';
import { ApprovedEvents } from './approved-events.js';
import type { SafetyEvent } from './event.entity.js';
import { EventProcess } from './event-process.js';
import { EventRows } from './events.rows.js';

/** Archives and restores events. */
@Injectable()
export class EventLifecycleService {
  constructor(
    private readonly rows: EventRows,
    private readonly snapshots: ApprovedEvents,
    private readonly permits: Permits,
    private readonly process: EventProcess,
  ) {}

  async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    const permit = (row: ApprovalRecord) => this.permits.check(company, 'events.archive', row);
    await this.rows.refusingRevised(permit).archive(company, id, precondition, async (row) => {
      await this.permits.checkAt(company, 'events.archive', await this.snapshots.placesOf(company, row));
      if (row.status === 'pendingApproval')
        throw await this.process.invalidState(
          company,
          row,
          'The event waits for approval: it cannot be archived.',
        );
    });
  }

  restore(company: CompanyContext, id: string, precondition: Precondition): Promise<SafetyEvent> {
    return this.rows.restore(company, id, precondition, async (row) =>
      this.permits.checkAt(company, 'events.archive', await this.snapshots.placesOf(company, row)),
    );
  }
}
