import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListEvents, Page } from '@safety/contracts';
import { RowsSource } from '@safety/persistence';
import { SnapshotRows } from '../approvals/snapshot-rows.js';
import { ApprovedEvent } from './event.entity.js';
import { eventConditions } from './event-conditions.js';
import { approvedEventLists } from './event-lists.js';
import { eventRegister } from './event-register.js';

/** The snapshots of approved events, as far as the caller may read them. */
@Injectable()
export class ApprovedEvents extends SnapshotRows<ApprovedEvent> {
  constructor(source: RowsSource) {
    super(source, ApprovedEvent, eventRegister, approvedEventLists);
  }

  list(company: CompanyContext, query: ListEvents): Promise<Page<ApprovedEvent>> {
    return this.page(company, query, eventConditions(company, query, approvedEventLists));
  }
}
