import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type ListHazardApprovals,
  type Page,
  type Reach,
  reachOf,
} from '@safety/contracts';
import {
  allOf,
  anyOf,
  before,
  ClientMadeRows,
  execute,
  from,
  RowsSource,
  withinReach,
} from '@safety/persistence';
import { isAdministrator, membersNamingReporters } from '../approvals/anonymity.js';
import { askedToDecide, visibleWorkingCopies } from '../approvals/approval-conditions.js';
import { Hazard } from './hazard.entity.js';
import { hazardConditions } from './hazard-conditions.js';
import { hazardLists } from './hazard-lists.js';
import { approvedHazardStatuses, hazardPermissions } from './hazard-permissions.js';

/** Working copies, as far as the caller may read what is not approved. */
@Injectable()
export class HazardRows extends ClientMadeRows<Hazard> {
  constructor(source: RowsSource) {
    super(source, Hazard, {
      what: 'hazard',
      visible: (company) =>
        allOf(
          withinReach(company, reachOf(company, hazardPermissions.read)),
          visibleWorkingCopies(company, approvedHazardStatuses, hazardPermissions),
        ),
      lists: hazardLists,
      anonymous: {
        when: ({ anonymous }) => anonymous,
        revealedTo: isAdministrator,
        members: [...membersNamingReporters, 'suggestedActions'],
      },
    });
  }

  /** `approvers` are the users whose queues are asked for, and where each of them is asked. */
  list(
    company: CompanyContext,
    query: ListHazardApprovals,
    approvers: ReadonlyMap<string, Reach> | undefined,
  ): Promise<Page<Hazard>> {
    return this.page(company, query, [
      ...hazardConditions(company, query, 'hazards', hazardLists),
      anyOf('approvalState', query.approvalState),
      approvers && askedToDecide(company, [...approvers.keys()], [...approvers.values()]),
      from('submittedAt', query.submittedFrom),
      before('submittedAt', query.submittedTo),
    ]);
  }

  /** Removes a draft for good. */
  async removeDraft(company: CompanyContext, id: string): Promise<void> {
    // around visible: the caller has locked the draft and is its author
    const text = "DELETE FROM hazards WHERE company_id = $1 AND id = $2 AND status = 'draft'";
    await execute(this.transaction(company).client, text, [company.companyId, id]);
  }
}
