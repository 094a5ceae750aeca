import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListFlaggedEvents, Page } from '@safety/contracts';
import { anyOf, RowsSource } from '@safety/persistence';
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

  async list(company: CompanyContext, query: ListFlaggedEvents): Promise<Page<EventOrFlagged>> {
    const rows = await this.listed(company, query);
    return rows.page(company, query, [
      ...eventConditions(company, query, flaggedEventLists),
      anyOf(
        'flagged',
        query.requireApproval?.map((asked) => asked === 'true'),
      ),
    ]);
  }
}
