import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListFlaggedEvents, Page } from '@safety/contracts';
import { anyOf, RowsSource } from '@safety/persistence';
import { FlaggedRows } from '../approvals/flagged-rows.js';
import { EventOrFlagged } from './event.entity.js';
import { eventConditions } from './event-conditions.js';
import { flaggedEventLists } from './event-lists.js';
import { eventPermissions } from './event-permissions.js';

/** Approved events, and those that wait. */
@Injectable()
export class FlaggedEvents extends FlaggedRows<EventOrFlagged> {
  constructor(source: RowsSource) {
    super(source, EventOrFlagged, {
      what: 'event',
      workingTable: 'events',
      permissions: eventPermissions,
      lists: flaggedEventLists,
    });
  }

  list(company: CompanyContext, query: ListFlaggedEvents): Promise<Page<EventOrFlagged>> {
    return (query.modifiedSince ? this.polled() : this).page(company, query, [
      ...eventConditions(company, query, flaggedEventLists),
      anyOf(
        'flagged',
        query.requireApproval?.map((asked) => asked === 'true'),
      ),
    ]);
  }
}
