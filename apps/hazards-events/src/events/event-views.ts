import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  covers,
  type eventApprovalDataSchema,
  type eventSchema,
  isOpenAction,
  reachOf,
} from '@safety/contracts';
import { OrgStructures, onlyView, Views } from '@safety/persistence';
import type { z } from 'zod';
import { type ActionView } from '../actions/action-views.js';
import { NO_ACTIONS, SourceActions } from '../actions/source-actions.js';
import { isFlagged } from '../approvals/approval.entity.js';
import { approvalView } from '../approvals/approval-view.js';
import { ShownApprovals } from '../approvals/shown-approvals.js';
import { ApprovedEvents } from './approved-events.js';
import type { AnyEvent, SafetyEvent } from './event.entity.js';
import { proposedLogDescription, redactedGroups } from './event-groups.js';
import { openRegulatoryOf, regulatoryOf } from './regulatory.js';

export type EventView = z.input<typeof eventSchema>;
export type EventApprovalView = z.input<typeof eventApprovalDataSchema>;

/** Rows as the API shows them: a page takes one query for each kind of what belongs to its rows. */
@Injectable()
export class EventViews extends Views<AnyEvent, EventView> {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly snapshots: ApprovedEvents,
    private readonly actions: SourceActions,
    private readonly approvals: ShownApprovals,
  ) {
    super();
  }

  async of(company: CompanyContext, rows: readonly AnyEvent[]): Promise<EventView[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const [orgStructures, pending, counts] = await Promise.all([
      this.orgStructures.find(company.companyId, [...new Set(rows.map((row) => row.orgStructureId))]),
      this.snapshots.pendingRevisions(company, ids),
      this.actions.counts(company, 'event', ids),
    ]);
    const sensitive = reachOf(company, 'personnel.sensitive');
    return rows.map((row) => {
      const orgStructure = orgStructures.get(row.orgStructureId);
      if (!orgStructure) throw new Error(`Event ${row.id} lies at an unknown org structure`);
      return {
        ...row,
        ...medicalPartsOf(row, covers(sensitive, orgStructure.pathIds)),
        orgStructurePath: orgStructure.path,
        requireApproval: isFlagged(row.status),
        hasPendingRevision: pending.has(row.id),
        ...(counts.get(row.id) ?? NO_ACTIONS),
      };
    });
  }

  /** The last rows are left out where the actions of all have more than 4 MiB. */
  async withApproval(company: CompanyContext, stored: readonly SafetyEvent[]): Promise<EventApprovalView[]> {
    const rows = await this.approvals.of(company, stored, this.snapshots);
    const views = await this.of(company, rows);
    const actions = await this.actions.of(
      company,
      'event',
      rows.map(({ id }) => id),
    );
    const now = await this.snapshots.startedAt(company);
    return rows.flatMap((row, index) => {
      const view = views[index];
      const ofRow = actions.get(row.id);
      if (!view || !ofRow) return [];
      return [{ ...view, approval: approvalView(company, row, now), action: actionOf(ofRow) }];
    });
  }

  oneWithApproval(company: CompanyContext, row: SafetyEvent): Promise<EventApprovalView> {
    return onlyView(this.withApproval(company, [row]));
  }
}

/** The groups as the caller may read them, and what follows from them, with the proposals for the forms. */
function medicalPartsOf(row: AnyEvent, isSensitiveShown: boolean) {
  const { eventGroups, occurredAt } = row;
  const proposed = eventGroups.map((group) => ({
    ...group,
    osha: group.osha && {
      ...group.osha,
      logDescription: group.osha.logDescription ?? proposedLogDescription(group),
    },
  }));
  if (isSensitiveShown)
    return { eventGroups: proposed, regulatory: regulatoryOf(eventGroups, occurredAt), redactedFields: [] };
  const { open, hidden } = openRegulatoryOf(eventGroups, occurredAt);
  const { redactedFields, ...groups } = redactedGroups(proposed);
  const pointers = hidden.map((member) => `/regulatory/${member}`);
  return { ...groups, regulatory: open, redactedFields: [...redactedFields, ...pointers] };
}

const actionOf = (items: ActionView[]) => ({
  total: items.length,
  open: items.filter(({ status }) => isOpenAction(status)).length,
  overdue: items.filter(({ overdue }) => overdue).length,
  items,
});
