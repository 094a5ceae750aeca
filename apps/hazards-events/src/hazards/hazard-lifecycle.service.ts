import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type HazardTransition,
  type HazardTransitionName,
  hazardTransitions,
} from '@safety/contracts';
import {
  type CallerSteps,
  type Change,
  checkStep,
  type Precondition,
  ProblemError,
  type StepRefusal,
  stepsFrom,
} from '@safety/platform';
import { SourceActions } from '../actions/source-actions.js';
import type { ApprovalRecord } from '../approvals/approval.entity.js';
import { unlessArchived } from '../approvals/archived-steps.js';
import { Permits } from '../approvals/permits.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardRefusals } from './hazard-refusals.js';
import { HazardUses } from './hazard-uses.js';
import { HazardRows } from './hazards.rows.js';

/** Closes, reopens, archives and restores hazards. */
@Injectable()
export class HazardLifecycleService {
  constructor(
    private readonly rows: HazardRows,
    private readonly snapshots: ApprovedHazards,
    private readonly actions: SourceActions,
    private readonly permits: Permits,
    private readonly uses: HazardUses,
    private readonly refusals: HazardRefusals,
  ) {}

  async transition(company: CompanyContext, id: string, change: Change<HazardTransition>): Promise<Hazard> {
    const now = await this.rows.startedAt(company);
    return this.rows.change(company, id, change, {
      authorise: async (row) => {
        await this.checkApproving(company, row);
        await checkStep(this.stepsOf(company, row), change.given('transition'));
      },
      values: ({ transition, comment, closureReason }): Partial<Hazard> => {
        const status = hazardTransitions[transition].to;
        const common = { status, statusComment: comment };
        if (transition === 'reopen')
          return { ...common, closedAt: null, closedByUserId: null, closureReason: null };
        return { ...common, closedAt: now, closedByUserId: company.userId, closureReason };
      },
    });
  }

  /** Drafts go for good, unless somebody else has acted on them while they were submitted. */
  async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    const permit = (row: ApprovalRecord) => this.permits.check(company, 'hazards.archive', row);
    await this.rows
      .refusingRevised(permit)
      .archive(company, id, precondition, (row) =>
        row.status === 'draft' ? this.uses.refuseActedOn(company, row) : this.checkArchiving(company, row),
      );
  }

  restore(company: CompanyContext, id: string, precondition: Precondition): Promise<Hazard> {
    return this.rows.restore(company, id, precondition, async (row) =>
      this.permits.checkAt(company, 'hazards.archive', await this.snapshots.placesOf(company, row)),
    );
  }

  private async checkApproving(company: CompanyContext, row: Hazard): Promise<void> {
    if (await this.permits.holds(company, 'hazards.approve', row)) return;
    throw new ProblemError('permission-denied', {
      detail: 'You lack the permission hazards.approve there.',
      extensions: {
        requiredPermission: 'hazards.approve',
        currentStatus: row.status,
        allowedTransitions: [],
      },
    });
  }

  private async checkArchiving(company: CompanyContext, row: Hazard): Promise<void> {
    await this.permits.checkAt(company, 'hazards.archive', await this.snapshots.placesOf(company, row));
    if (row.status !== 'pendingApproval') return;
    const detail = 'The hazard waits for approval: it cannot be archived.';
    throw await this.refusals.invalidState(company, row, detail);
  }

  private stepsOf(company: CompanyContext, row: Hazard): CallerSteps<HazardTransitionName> {
    const steps = stepsFrom('hazard', hazardTransitions, row.status, (step) =>
      step === 'close' ? this.refusalOfClosing(company, row) : undefined,
    );
    return unlessArchived('hazard', row, steps);
  }

  /** Nothing mandatory is left to do, and what remains of the risk is known. */
  private async refusalOfClosing(company: CompanyContext, row: Hazard): Promise<StepRefusal | undefined> {
    const open = await this.actions.refusalOfOpen(company, 'hazard', row.id);
    if (open || row.riskAssessment.residual !== null) return open;
    return { code: 'invalid-state', detail: 'The residual risk is not assessed yet.' };
  }
}
