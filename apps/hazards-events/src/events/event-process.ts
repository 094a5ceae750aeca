import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type EventStep,
  type EventTransition,
  eventSteps,
  type FieldError,
  type Investigation,
} from '@safety/contracts';
import {
  type CallerSteps,
  type Change,
  checkStep,
  type ProblemError,
  refuseFaults,
  type StepRefusal,
  stepNames,
  stepRefused,
} from '@safety/platform';
import { SourceActions } from '../actions/source-actions.js';
import { approvedNow, decided, nobodysWords, roleRefusal } from '../approvals/approval-rules.js';
import { Approvers } from '../approvals/approvers.js';
import { unlessArchived } from '../approvals/archived-steps.js';
import { later } from '../approvals/instants.js';
import { ApprovedEvents } from './approved-events.js';
import type { SafetyEvent } from './event.entity.js';
import { EventSubmissions } from './event-submissions.js';
import { EventRows } from './events.rows.js';

interface Step {
  company: CompanyContext;
  row: SafetyEvent;
  comment: string | null;
  now: Date;
}

type Guard = (company: CompanyContext, row: SafetyEvent) => Promise<StepRefusal | undefined>;

/** The event after each step of `POST /events/{id}/transitions`. */
@Injectable()
export class EventProcess {
  constructor(
    private readonly rows: EventRows,
    private readonly snapshots: ApprovedEvents,
    private readonly submissions: EventSubmissions,
    private readonly actions: SourceActions,
    private readonly approvers: Approvers,
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

  /** Steps that depend on more than status and role. */
  private readonly guards: Partial<Record<EventStep, Guard>> = {
    startInvestigation: async (company, row) => refusalOfLeading(company, row),
    completeInvestigation: async (_, row) =>
      row.investigation ? undefined : left('There is no investigation: add one with a revision.'),
    close: (company, row) => this.refusalOfClosing(company, row),
    reopen: async (company, row) => refusalOfLeading(company, row),
  };

  async take(company: CompanyContext, id: string, change: Change<EventTransition>): Promise<SafetyEvent> {
    const now = await this.rows.startedAt(company);
    return this.rows.change(company, id, change, {
      authorise: async (row) => {
        const step = change.given('transition');
        await checkStep(await this.stepsOf(company, row), step);
      },
      values: async ({ transition, comment }, row) => ({
        statusComment: comment,
        ...(await this.steps[transition]({ company, row, comment, now })),
      }),
    });
  }

  /** 409 for a write that the status does not allow. */
  async invalidState(company: CompanyContext, row: SafetyEvent, detail: string): Promise<ProblemError> {
    return stepRefused(await this.stepsOf(company, row), { code: 'invalid-state', detail });
  }

  private async approve(step: Step): Promise<Partial<SafetyEvent>> {
    const { company, row, now } = step;
    refuseFaults(codeFaults(row));
    if (!row.approvedAt) await this.actions.comeIntoSight(company, 'event', row.id);
    const before = row.approvedAt
      ? (await this.snapshots.approvedContent(company, row.id)).status
      : ('open' as const);
    // A revision may open the investigation again, which has to be completed then.
    const isUnderInvestigation = before === 'actionsPending' && !row.investigation?.completedAt;
    const status = isUnderInvestigation ? 'underInvestigation' : before;
    return {
      ...approvedNow(company, now),
      ...(status && { status }),
      decisions: this.decide(step, 'approve'),
    };
  }

  /** The comment on a revision that is dropped stays among the decisions, as unapproved as it was. */
  private async reject(step: Step): Promise<Partial<SafetyEvent>> {
    const decisions = this.decide(step, 'reject');
    const dropped: Partial<SafetyEvent> = step.row.approvedAt
      ? { ...(await this.snapshots.approvedContent(step.company, step.row.id)), ...nobodysWords }
      : { status: 'rejected' };
    return { ...dropped, approvalState: 'rejected', decisions };
  }

  /** Nothing is pending where no action is left to do, or to verify. */
  private async completeInvestigation({ company, row, now }: Step): Promise<Partial<SafetyEvent>> {
    const under = row.investigation;
    if (!under) throw new Error('An investigation was to be completed that there is not');
    const isPending = await this.actions.hasPending(company, 'event', row.id);
    // It may have been planned for later, and does not end before it starts.
    const ended = later(now, new Date(under.startedAt)).toISOString();
    const investigation = { ...under, completedAt: under.completedAt ?? ended };
    return { status: isPending ? 'actionsPending' : 'closed', investigation };
  }

  private async stepsOf(company: CompanyContext, row: SafetyEvent): Promise<CallerSteps<EventStep>> {
    const standing = await this.approvers.standing(company, row, this.snapshots);
    return unlessArchived('event', row, {
      names: stepNames(eventSteps),
      currentStatus: row.status,
      refusalOf: (step) =>
        roleRefusal('event', eventSteps, row, step, standing) ?? this.guards[step]?.(company, row),
    });
  }

  private async refusalOfClosing(
    company: CompanyContext,
    row: SafetyEvent,
  ): Promise<StepRefusal | undefined> {
    if (row.status === 'open' && row.eventType !== 'nearMiss' && row.eventType !== 'observation')
      return left('Only a near miss or an observation is closed without an investigation.');
    const open = await this.actions.refusalOfOpen(company, 'event', row.id);
    if (open || !isGrave(row) || row.investigation?.completedAt) return open;
    return left('An event of this severity is closed after its investigation.');
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

/** A service client leads no investigation: it is no user. */
const refusalOfLeading = (
  { isServiceClient }: CompanyContext,
  { investigation }: SafetyEvent,
): StepRefusal | undefined =>
  investigation || !isServiceClient
    ? undefined
    : left('There is no investigation, and a service client leads none: let a user take this step.');

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

/** Something is left to do. */
const left = (detail: string): StepRefusal => ({ code: 'invalid-state', detail });
