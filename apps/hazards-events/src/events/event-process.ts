import { Injectable } from '@nestjs/common';
import {
  allowedTransitions,
  type CompanyContext,
  type EventStep,
  type EventTransition,
  eventSteps,
  type FieldError,
  type Investigation,
  startsOf,
} from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { type Change, ProblemError, refuseFaults } from '@safety/platform';
import { SourceActions } from '../actions/source-actions.js';
import { checkStep, decided } from '../approvals/approval-rules.js';
import { Approvers } from '../approvals/approvers.js';
import { ApprovedEvents } from './approved-events.js';
import type { SafetyEvent } from './event.entity.js';
import { eventPermissions } from './event-permissions.js';
import { EventSubmissions } from './event-submissions.js';
import { EventRows } from './events.rows.js';

interface Step {
  company: CompanyContext;
  row: SafetyEvent;
  comment: string | null;
  now: Date;
}

/** The event after each step of `POST /events/{id}/transitions`. */
@Injectable()
export class EventProcess {
  constructor(
    private readonly rows: EventRows,
    private readonly snapshots: ApprovedEvents,
    private readonly submissions: EventSubmissions,
    private readonly actions: SourceActions,
    private readonly approvers: Approvers,
    private readonly transactions: CompanyTransactions,
  ) {}

  private readonly steps: Readonly<Record<EventStep, (step: Step) => Promise<Partial<SafetyEvent>>>> = {
    submit: ({ company, row, comment }) => this.submissions.submit(company, row, comment),
    approve: (step) => this.approve(step),
    reject: (step) => this.reject(step),
    requestChanges: async (step) => ({
      status: 'changesRequested',
      approvalState: 'changesRequested',
      decisions: this.decide(step, 'requestChanges'),
    }),
    startInvestigation: async (step) => ({
      status: 'underInvestigation',
      investigation: startedInvestigation(step),
    }),
    completeInvestigation: (step) => this.completeInvestigation(step),
    close: async () => ({ status: 'closed' }),
    reopen: async (step) => ({
      status: 'underInvestigation',
      investigation: { ...startedInvestigation(step), completedAt: null },
    }),
  };

  async take(company: CompanyContext, id: string, change: Change<EventTransition>): Promise<SafetyEvent> {
    const now = await this.transactions.current(company.companyId).startedAt;
    const changed = await this.rows.change(company, id, change, {
      authorise: async (row) => {
        const step = change.given('transition');
        const standing = await this.approvers.standing(company, row, eventPermissions);
        checkStep('event', eventSteps, row.status, step, standing);
        if (step === 'completeInvestigation') investigationOf(row);
        if (step === 'close') await this.checkClosing(company, row);
      },
      values: async ({ transition, comment }, row) => ({
        statusComment: comment,
        ...(await this.steps[transition]({ company, row, comment, now })),
      }),
    });
    await this.snapshots.keepUp(company, changed);
    return changed;
  }

  private async approve(step: Step): Promise<Partial<SafetyEvent>> {
    const { company, row, now } = step;
    refuseFaults(codeFaults(row));
    const status = row.approvedAt
      ? (await this.snapshots.approvedContent(company, row.id)).status
      : ('open' as const);
    return {
      ...(status && { status }),
      approvalState: 'approved',
      decisions: this.decide(step, 'approve'),
      approvedAt: now,
      approvedByUserId: company.userId,
    };
  }

  /** The comment on a revision that is dropped stays among the decisions, as unapproved as it was. */
  private async reject(step: Step): Promise<Partial<SafetyEvent>> {
    const decisions = this.decide(step, 'reject');
    const dropped: Partial<SafetyEvent> = step.row.approvedAt
      ? await this.snapshots.approvedContent(step.company, step.row.id)
      : { status: 'rejected' };
    return { ...dropped, approvalState: 'rejected', decisions };
  }

  /** Nothing is pending where no action is left to do. */
  private async completeInvestigation({ company, row, now }: Step): Promise<Partial<SafetyEvent>> {
    const under = investigationOf(row);
    const isPending = await this.actions.hasOpen(company, 'event', row.id);
    const investigation = { ...under, completedAt: under.completedAt ?? now.toISOString() };
    return { status: isPending ? 'actionsPending' : 'closed', investigation };
  }

  /** Throws 409 while something is left to do. */
  private async checkClosing(company: CompanyContext, row: SafetyEvent): Promise<void> {
    if (row.status === 'open' && row.eventType !== 'nearMiss' && row.eventType !== 'observation')
      throw refused(row, 'Only a near miss or an observation is closed without an investigation.');
    await this.actions.refuseOpen(company, 'event', row.id);
    if (isGrave(row) && !row.investigation?.completedAt)
      throw refused(row, 'An event of this severity is closed after its investigation.');
  }

  private decide({ company, row, comment, now }: Step, decision: 'approve' | 'reject' | 'requestChanges') {
    return decided(row, decision, { comment, userId: company.userId, now }).decisions;
  }
}

/** The investigation that there is, or one that the caller leads. */
const startedInvestigation = ({ company, row, now }: Step): Investigation =>
  row.investigation ?? {
    leadUserId: company.userId,
    teamUserIds: [],
    method: 'other',
    startedAt: now.toISOString(),
    completedAt: null,
    immediateCauses: [],
    rootCauses: [],
    findings: null,
  };

function investigationOf(row: SafetyEvent): Investigation {
  if (row.investigation) return row.investigation;
  throw refused(row, 'There is no investigation: add one with a revision.');
}

const isGrave = ({ actualSeverity, potentialSeverity }: SafetyEvent): boolean =>
  [actualSeverity, potentialSeverity].some((severity) => severity === 'major' || severity === 'catastrophic');

/** The nature of every injury is known before an event counts. */
const codeFaults = ({ eventGroups }: SafetyEvent): FieldError[] =>
  eventGroups.flatMap(({ groupType, natureOfInjury }, index) =>
    (groupType === 'injury' || groupType === 'illness') && natureOfInjury === null
      ? [
          {
            pointer: `/eventGroups/${index}/natureOfInjury`,
            code: 'required' as const,
            detail: 'Is required of an injury or illness for its approval.',
          },
        ]
      : [],
  );

const refused = ({ status }: SafetyEvent, detail: string): ProblemError =>
  new ProblemError('invalid-state', {
    detail,
    extensions: {
      currentStatus: status,
      allowedTransitions: allowedTransitions(startsOf(eventSteps), status),
    },
  });
