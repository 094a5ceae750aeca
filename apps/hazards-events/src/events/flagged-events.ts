import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListFlaggedEvents, Page } from '@safety/contracts';
import { RowsSource } from '@safety/persistence';
import { FlaggedRows } from '../approvals/flagged-rows.js';
import { EventOrFlagged } from './event.entity.js';
import { eventConditions } from './event-conditions.js';
import { eventLists, flaggedEventLists } from './event-lists.js';
import { eventRegister } from './event-register.js';

/** Approved events, and those that wait. */
@Injectable()
export class FlaggedEvents extends FlaggedRows<EventOrFlagged> {
  constructor(source: RowsSource) {
    super(source, EventOrFlagged, {
      register: eventRegister,
      working: eventLists,
      lists: flaggedEventLists,
    });
  }

  list(company: CompanyContext, query: ListFlaggedEvents): Promise<Page<EventOrFlagged>> {
    return this.listed(company, query, eventConditions(company, query, flaggedEventLists));
  }
}
