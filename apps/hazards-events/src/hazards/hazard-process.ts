import { Injectable } from '@nestjs/common';
import {
  type ApprovalDecision,
  type ChangeHazardApproval,
  type CompanyContext,
  type HazardStep,
  hazardSteps,
  type Permission,
} from '@safety/contracts';
import { type IdentifiedChange, ProblemError, permissionDenied } from '@safety/platform';
import { checkStep, decided, type Standing, selfApproval, stepsOf } from '../approvals/approval-rules.js';
import { Approvers } from '../approvals/approvers.js';
import { differs } from '../approvals/differs.js';
import { Permits } from '../approvals/permits.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardActions } from './hazard-actions.js';
import { HazardContents } from './hazard-contents.js';
import { hazardPermissions } from './hazard-permissions.js';
import { HazardSubmissions, submitPermission } from './hazard-submissions.js';
import { HazardUses } from './hazard-uses.js';

/** The request that a step serves, and the row. */
interface Step {
  company: CompanyContext;
  wanted: ChangeHazardApproval;
  row: Hazard;
  standing: Standing;
  /** The content after the body is applied; empty when the body has none. */
  content: Partial<Hazard>;
  /** Whether that differs from what is stored. */
  isEdited: boolean;
  now: Date;
}

/** The hazard after each step of `PUT /hazards/approval`. */
@Injectable()
export class HazardProcess {
  constructor(
    private readonly submissions: HazardSubmissions,
    private readonly contents: HazardContents,
    private readonly actions: HazardActions,
    private readonly snapshots: ApprovedHazards,
    private readonly approvers: Approvers,
    private readonly permits: Permits,
    private readonly uses: HazardUses,
  ) {}

  private readonly steps: Readonly<Record<HazardStep, (step: Step) => Promise<Partial<Hazard>>>> = {
    saveDraft: (step) => this.saveDraft(step),
    submit: (step) => this.submit(step),
    withdraw: (step) => this.withdraw(step),
    approve: (step) => this.approve(step),
    reject: (step) => this.reject(step),
    requestChanges: (step) => this.requestChanges(step),
  };

  /** Judges a step before anything of the request counts. Throws 403 and 409. */
  async authorise(
    company: CompanyContext,
    change: IdentifiedChange<ChangeHazardApproval>,
    row: Hazard,
  ): Promise<Standing> {
    const step = stepIn(change.given('approval'));
    const standing = await this.approvers.standing(company, row, hazardPermissions);
    checkStep('hazard', hazardSteps, row.status, step, standing);
    if (step === 'withdraw' && !row.approvedAt) await this.checkVanishing(company, row, standing);
    return standing;
  }

  /** A draft is for its author alone: nobody else makes one of a report, nor when others have acted on it. */
  private async checkVanishing(company: CompanyContext, row: Hazard, standing: Standing): Promise<void> {
    if (!standing.has('creator'))
      throw new ProblemError('permission-denied', {
        detail: 'The hazard is pendingApproval: only its creator makes a draft of it.',
        extensions: stateFor(row, standing, 'withdraw'),
      });
    await this.uses.refuseUsed(company, row);
  }

  /** The columns that a step writes. Throws 403 and 422 for what the body says. */
  async values(
    company: CompanyContext,
    wanted: ChangeHazardApproval,
    row: Hazard,
    standing: Standing,
    now: Date,
  ): Promise<Partial<Hazard>> {
    const permission = contentPermission(wanted.approval.step, standing);
    const content: Partial<Hazard> = wanted.content
      ? await this.contents.stored(company, wanted.content, permission, row)
      : {};
    const isEdited = differs(content, row);
    return this.steps[wanted.approval.step]({ company, wanted, row, standing, content, isEdited, now });
  }

  private async saveDraft({ company, wanted, row, content }: Step): Promise<Partial<Hazard>> {
    const { orgStructureId } = placed(row, content);
    return {
      ...content,
      ...(await this.submissions.planned(company, orgStructureId, wanted.approval)),
      approvalState: 'draft',
      suggestedActions: await this.suggestions(company, wanted, row, false),
    };
  }

  private async submit({ company, wanted, row, content }: Step): Promise<Partial<Hazard>> {
    return {
      ...content,
      ...(await this.submissions.submit(company, placed(row, content), wanted.approval)),
      suggestedActions: await this.suggestions(company, wanted, row, false),
    };
  }

  private async withdraw({ company, wanted, row, content }: Step): Promise<Partial<Hazard>> {
    if (row.approvedAt)
      return { ...(await this.snapshots.approvedContent(company, row.id)), approvalState: 'withdrawn' };
    const suggestedActions = await this.suggestions(company, wanted, row, false);
    return { ...content, suggestedActions, status: 'draft', approvalState: 'withdrawn' };
  }

  private async reject(step: Step): Promise<Partial<Hazard>> {
    const { company, row, content } = step;
    await this.checkEdit(step);
    const { decisions } = this.decide(step, 'reject');
    if (row.approvedAt)
      return {
        ...(await this.snapshots.approvedContent(company, row.id)),
        approvalState: 'rejected',
        decisions,
      };
    return { ...content, status: 'rejected', approvalState: 'rejected', decisions };
  }

  private async requestChanges(step: Step): Promise<Partial<Hazard>> {
    const { company, wanted, row, content } = step;
    await this.checkEdit(step);
    const { decisions } = this.decide(step, 'requestChanges');
    const suggestedActions = await this.suggestions(company, wanted, row, true);
    return {
      ...content,
      suggestedActions,
      status: 'changesRequested',
      approvalState: 'changesRequested',
      decisions,
    };
  }

  private async approve(step: Step): Promise<Partial<Hazard>> {
    const { company, wanted, row, content, isEdited, now } = step;
    await this.checkEdit(step);
    await this.checkOwnWords(step);
    // Others have approved another content.
    const approvalRound = isEdited ? row.approvalRound + 1 : row.approvalRound;
    const { decisions, isEnough } = this.decide(step, 'approve', approvalRound);
    const suggestedActions = await this.suggestions(company, wanted, row, true);
    if (!isEnough) return { ...content, approvalRound, decisions, suggestedActions };
    const approved = { ...row, ...content };
    const accepted = await this.actions.accept(company, approved, suggestedActions, wanted.suggestedActions);
    return {
      ...content,
      approvalRound,
      decisions,
      suggestedActions: accepted,
      status: 'approved',
      approvalState: 'approved',
      approvedAt: now,
      approvedByUserId: company.userId,
    };
  }

  private decide(
    { company, wanted, row, now }: Step,
    decision: ApprovalDecision,
    approvalRound = row.approvalRound,
  ) {
    return decided({ ...row, approvalRound }, decision, {
      comment: wanted.approval.comment,
      userId: company.userId,
      now,
    });
  }

  private suggestions(
    company: CompanyContext,
    { suggestedActions }: ChangeHazardApproval,
    row: Hazard,
    disposes: boolean,
  ) {
    return this.actions.merged(company, row.suggestedActions, suggestedActions, disposes);
  }

  /** Approvers who edit need the permission to; those who move decide for the new place as well. */
  private async checkEdit({ company, isEdited, standing, row, content }: Step): Promise<void> {
    if (isEdited && !standing.has('editor')) throw permissionDenied('hazards.update');
    const moved = placed(row, content);
    if (moved.orgStructureId === row.orgStructureId) return;
    const there = await this.approvers.standing(company, moved, hazardPermissions);
    if (!there.has('approver'))
      throw new ProblemError('not-an-approver', {
        detail: 'You are no approver at the org structure that the hazard would move to.',
        extensions: stateFor(row, standing),
      });
  }

  /** An approver who edits approves own words, which is for those who need no approval, here and there. */
  private async checkOwnWords({ company, isEdited, row, content, standing }: Step): Promise<void> {
    if (!isEdited || company.allowSelfApproval) return;
    const permission = 'hazards.createWithoutApproval';
    const holdsHere = await this.permits.holds(company, permission, row);
    if (holdsHere && (await this.permits.holds(company, permission, placed(row, content)))) return;
    throw selfApproval('You cannot approve what you edit in the same request.', stateFor(row, standing));
  }
}

/** The row at the org structure where the content puts it. */
const placed = (
  row: Hazard,
  { orgStructureId = row.orgStructureId }: Partial<Hazard>,
): Omit<Hazard, 'creationDigest'> => ({ ...row, orgStructureId });

/**
 * Approvers without the permission to update may send back what they have read: `checkEdit` refuses the rest.
 */
const contentPermission = (step: HazardStep, standing: Standing): Permission =>
  !standing.has('editor') && (step === 'approve' || step === 'reject' || step === 'requestChanges')
    ? hazardPermissions.read
    : submitPermission(standing);

/** The state that a refusal tells, with the steps that are left to the caller. */
const stateFor = ({ status }: Hazard, standing: Standing, refused?: HazardStep) => ({
  currentStatus: status,
  allowedTransitions: stepsOf(hazardSteps, status, standing).filter((name) => name !== refused),
});

/** The step that a body names, unchecked. */
function stepIn(approval: unknown): unknown {
  if (typeof approval !== 'object' || approval === null || !Object.hasOwn(approval, 'step')) return 'submit';
  return (approval as { step: unknown }).step;
}
