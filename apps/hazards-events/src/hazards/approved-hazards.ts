import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListHazards, Page } from '@safety/contracts';
import { RowsSource } from '@safety/persistence';
import { SnapshotRows } from '../approvals/snapshot-rows.js';
import { ApprovedHazard } from './hazard.entity.js';
import { hazardConditions } from './hazard-conditions.js';
import { approvedHazardLists } from './hazard-lists.js';
import { hazardRegister } from './hazard-register.js';

/** The snapshots of approved hazards, as far as the caller may read them. */
@Injectable()
export class ApprovedHazards extends SnapshotRows<ApprovedHazard> {
  constructor(source: RowsSource) {
    super(source, ApprovedHazard, hazardRegister, approvedHazardLists);
  }

  list(company: CompanyContext, query: ListHazards): Promise<Page<ApprovedHazard>> {
    return this.page(
      company,
      query,
      hazardConditions(company, query, 'approved_hazards', approvedHazardLists),
    );
  }
}
