import { Injectable } from '@nestjs/common';
import type { CompanyContext, hazardApprovalDataSchema, hazardSchema } from '@safety/contracts';
import { OrgStructures, onlyView, Views } from '@safety/persistence';
import type { z } from 'zod';
import { NO_ACTIONS, SourceActions } from '../actions/source-actions.js';
import { hiddenUserOf, withoutReporter } from '../approvals/anonymity.js';
import { isFlagged } from '../approvals/approval.entity.js';
import { approvalView } from '../approvals/approval-view.js';
import { ShownApprovals } from '../approvals/shown-approvals.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { AnyHazard, Hazard } from './hazard.entity.js';
import { readRisk } from './stored-risk.js';

export type HazardView = z.input<typeof hazardSchema>;
export type HazardApprovalView = z.input<typeof hazardApprovalDataSchema>;

/** Rows as the API shows them: a page takes one query for each kind of what belongs to its rows. */
@Injectable()
export class HazardViews extends Views<AnyHazard, HazardView> {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly snapshots: ApprovedHazards,
    private readonly actions: SourceActions,
    private readonly approvals: ShownApprovals,
  ) {
    super();
  }

  async of(company: CompanyContext, rows: readonly AnyHazard[]): Promise<HazardView[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const [orgStructures, pending, counts] = await Promise.all([
      this.orgStructures.find(company.companyId, [...new Set(rows.map((row) => row.orgStructureId))]),
      this.snapshots.pendingRevisions(company, ids),
      this.actions.counts(company, 'hazard', ids),
    ]);
    return rows.map((row) => {
      const orgStructure = orgStructures.get(row.orgStructureId);
      if (!orgStructure) throw new Error(`Hazard ${row.id} lies at an unknown org structure`);
      return {
        ...row,
        ...withoutReporter(company, row),
        ...('liftsAnonymity' in row && { anonymous: row.anonymous && !row.liftsAnonymity }),
        riskAssessment: readRisk(row.riskAssessment, company.riskBands),
        orgStructurePath: orgStructure.path,
        requireApproval: isFlagged(row.status),
        hasPendingRevision: pending.has(row.id),
        ...(counts.get(row.id) ?? NO_ACTIONS),
      };
    });
  }

  /** The last rows are left out where the actions of all have more than 4 MiB. */
  async withApproval(company: CompanyContext, stored: readonly Hazard[]): Promise<HazardApprovalView[]> {
    const rows = await this.approvals.of(company, stored, this.snapshots);
    const views = await this.of(company, rows);
    const ids = rows.map(({ id }) => id);
    const actions = await this.actions.of(company, 'hazard', ids);
    const now = await this.snapshots.startedAt(company);
    return rows.flatMap((row, index) => {
      const view = views[index];
      const ofRow = actions.get(row.id);
      if (!view || !ofRow) return [];
      const hidden = hiddenUserOf(company, row);
      const suggestedActions = row.suggestedActions.map((suggestion) => ({
        ...suggestion,
        ...(suggestion.suggestedByUserId === hidden && { suggestedByUserId: null }),
      }));
      const approval = approvalView(company, row, now);
      return [{ ...view, approval, actions: ofRow, suggestedActions }];
    });
  }

  oneWithApproval(company: CompanyContext, row: Hazard): Promise<HazardApprovalView> {
    return onlyView(this.withApproval(company, [row]));
  }
}
