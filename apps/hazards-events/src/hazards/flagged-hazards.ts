import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListFlaggedHazards, Page } from '@safety/contracts';
import { RowsSource } from '@safety/persistence';
import { FlaggedRows } from '../approvals/flagged-rows.js';
import { HazardOrFlagged } from './hazard.entity.js';
import { hazardConditions } from './hazard-conditions.js';
import { flaggedHazardLists, hazardLists } from './hazard-lists.js';
import { hazardRegister } from './hazard-register.js';
import { asksForAllChanges, withdrawnWorkingCopies } from './withdrawn-hazards.js';

/** Approved hazards, and those that wait. */
@Injectable()
export class FlaggedHazards extends FlaggedRows<HazardOrFlagged> {
  constructor(source: RowsSource) {
    super(source, HazardOrFlagged, {
      register: hazardRegister,
      working: hazardLists,
      lists: flaggedHazardLists,
    });
  }

  list(company: CompanyContext, query: ListFlaggedHazards): Promise<Page<HazardOrFlagged>> {
    const withdrawn = (to: CompanyContext) => withdrawnWorkingCopies(to, 'hazards_and_copies');
    const conditions = hazardConditions(company, query, 'hazards_and_copies', flaggedHazardLists);
    return this.listed(company, query, conditions, asksForAllChanges(query) ? withdrawn : undefined);
  }
}
