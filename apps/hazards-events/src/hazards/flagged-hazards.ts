import { Injectable } from '@nestjs/common';
import { type CompanyContext, type ListFlaggedHazards, type Page, reachOf } from '@safety/contracts';
import { allOf, anyOf, CompanyRows, type Condition, RowsSource, withinReach } from '@safety/persistence';
import { mayReadPending, notFlaggedInstead } from '../approvals/approval-conditions.js';
import { HazardOrFlagged } from './hazard.entity.js';
import { hazardConditions } from './hazard-conditions.js';
import { hazardPermissions } from './hazard-permissions.js';

/** Each hazard once: as it is worked on where it is flagged and the caller may read that, else as it was approved. */
@Injectable()
export class FlaggedHazards extends CompanyRows<HazardOrFlagged> {
  constructor(source: RowsSource) {
    super(source, HazardOrFlagged, {
      what: 'hazard',
      visible: (company) =>
        allOf(withinReach(company, reachOf(company, hazardPermissions.read)), oneOfEach(company)),
      defaultSort: { key: 'identifiedAt', descending: true },
      search: ['title', 'description', 'reference'],
    });
  }

  list(company: CompanyContext, query: ListFlaggedHazards): Promise<Page<HazardOrFlagged>> {
    return this.page(company, query, [
      ...hazardConditions(company, query, 'hazards_and_flagged'),
      anyOf(
        'flagged',
        query.requireApproval?.map((asked) => asked === 'true'),
      ),
    ]);
  }
}

const oneOfEach =
  (company: CompanyContext): Condition =>
  (column, binds) => {
    const flagged = mayReadPending(company, hazardPermissions)(column, binds);
    const { read } = hazardPermissions;
    const snapshot = notFlaggedInstead(company, 'hazards', read, hazardPermissions)(column, binds);
    return `CASE WHEN ${column('flagged')} THEN ${flagged} ELSE ${snapshot} END`;
  };
