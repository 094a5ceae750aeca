import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListFlaggedHazards, Page } from '@safety/contracts';
import { anyOf, RowsSource } from '@safety/persistence';
import { FlaggedRows } from '../approvals/flagged-rows.js';
import { HazardOrFlagged } from './hazard.entity.js';
import { hazardConditions } from './hazard-conditions.js';
import { flaggedHazardLists } from './hazard-lists.js';
import { hazardPermissions } from './hazard-permissions.js';
import { asksForAllChanges, withdrawnWorkingCopies } from './withdrawn-hazards.js';

/** Approved hazards, and those that wait. */
@Injectable()
export class FlaggedHazards extends FlaggedRows<HazardOrFlagged> {
  constructor(source: RowsSource) {
    super(source, HazardOrFlagged, {
      what: 'hazard',
      workingTable: 'hazards',
      permissions: hazardPermissions,
      lists: flaggedHazardLists,
    });
  }

  list(company: CompanyContext, query: ListFlaggedHazards): Promise<Page<HazardOrFlagged>> {
    const withdrawn = (to: CompanyContext) => withdrawnWorkingCopies(to, 'hazards_and_copies');
    const polled = () => this.polled(asksForAllChanges(query) ? withdrawn : undefined);
    const rows = query.modifiedSince ? polled() : this;
    return rows.page(company, query, [
      ...hazardConditions(company, query, 'hazards_and_copies', flaggedHazardLists),
      anyOf(
        'flagged',
        query.requireApproval?.map((asked) => asked === 'true'),
      ),
    ]);
  }
}
