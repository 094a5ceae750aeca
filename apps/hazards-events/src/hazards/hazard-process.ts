import { Injectable } from '@nestjs/common';
import {
  type ApprovalDecision,
  type ChangeHazardApproval,
  type CompanyContext,
  type HazardStep,
  hazardSteps,
  type SaveHazard,
  type SuggestedAction,
} from '@safety/contracts';
import { checkStep, type IdentifiedChange } from '@safety/platform';
import { SourceActions } from '../actions/source-actions.js';
import type { Worked } from '../approvals/approval.entity.js';
import {
  approvedNow,
  decided,
  isOwnStep,
  nobodysWords,
  type Standing,
  writtenBy,
} from '../approvals/approval-rules.js';
import { differs } from '../approvals/differs.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardActions } from './hazard-actions.js';
import { HazardContents, lifted } from './hazard-contents.js';
import { HazardRefusals, placed } from './hazard-refusals.js';
import { hazardRegister } from './hazard-register.js';
import { HazardSubmissions } from './hazard-submissions.js';
import { acceptsOwn, askedAnew, reworded } from './suggestions.js';
import { asWithdrawn } from './withdrawn-hazards.js';

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
    private readonly refusals: HazardRefusals,
    private readonly sourceActions: SourceActions,
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
    const standing = await this.refusals.standing(company, row);
    await checkStep(this.refusals.stepsOf(company, row, standing), step);
    return standing;
  }

  /** The columns that a step writes. Throws 403 and 422 for what the body says. */
  async values(
    company: CompanyContext,
    wanted: ChangeHazardApproval,
    row: Hazard,
    standing: Standing,
    now: Date,
  ): Promise<Partial<Hazard>> {
    const content: Partial<Hazard> = wanted.content
      ? await this.storedContent(company, wanted.content, wanted.approval.step, row, standing)
      : {};
    const isEdited = differs(content, row);
    return this.steps[wanted.approval.step]({ company, wanted, row, standing, content, isEdited, now });
  }

  /**
   * Approvers without the permission to update may send back what they have read: `checkEdit` refuses the
   * rest.
   */
  private async storedContent(
    company: CompanyContext,
    content: SaveHazard,
    step: HazardStep,
    row: Hazard,
    standing: Standing,
  ): Promise<Partial<Hazard>> {
    const decides = step === 'approve' || step === 'reject' || step === 'requestChanges';
    const isOwn = isOwnStep(hazardSteps, row.status, step, standing);
    const permission =
      decides && !standing.has('editor')
        ? hazardRegister.permissions.read
        : await this.submissions.contentPermission(company, row, content, { standing, isOwn });
    return this.contents.stored(company, content, permission, row);
  }

  private async saveDraft(step: Step): Promise<Partial<Hazard>> {
    const { company, wanted, row } = step;
    const written = await this.written(step);
    const approval = await this.submissions.asMeant(company, row, wanted.approval);
    return {
      ...written,
      ...(await this.submissions.planned(company, placed(row, written), approval)),
      approvalState: 'draft',
    };
  }

  private async submit(step: Step): Promise<Partial<Hazard>> {
    const { company, wanted, row } = step;
    const written = await this.written(step);
    const approval = await this.submissions.asMeant(company, row, wanted.approval);
    return {
      ...written,
      ...(await this.submissions.submit(company, placed(row, written), approval)),
      suggestedActions: askedAnew(written.suggestedActions),
    };
  }

  private async withdraw(step: Step): Promise<Partial<Hazard>> {
    const { row } = step;
    const written = await this.written(step);
    if (row.approvedAt) return { ...(await this.dropped(step)), approvalState: 'withdrawn' };
    return { ...written, withdrawn: asWithdrawn(row), status: 'draft', approvalState: 'withdrawn' };
  }

  private async reject(step: Step): Promise<Partial<Hazard>> {
    const { company, wanted, row } = step;
    await this.refusals.checkEdit(step);
    const { decisions } = this.decide(step, 'reject');
    const suggestedActions = await this.suggestions(company, wanted, row, true);
    if (row.approvedAt) return { ...(await this.dropped(step)), approvalState: 'rejected', decisions };
    const edited = await this.edited(step, suggestedActions);
    return { ...edited, status: 'rejected', approvalState: 'rejected', decisions };
  }

  private async requestChanges(step: Step): Promise<Partial<Hazard>> {
    const { company, wanted, row } = step;
    await this.refusals.checkEdit(step);
    const { decisions } = this.decide(step, 'requestChanges');
    const suggestedActions = await this.suggestions(company, wanted, row, true);
    return {
      ...(await this.edited(step, suggestedActions)),
      status: 'changesRequested',
      approvalState: 'changesRequested',
      decisions,
    };
  }

  private async approve(step: Step): Promise<Partial<Hazard>> {
    const { company, wanted, row, content, now } = step;
    await this.refusals.checkEdit(step);
    if (step.isEdited) await this.refusals.checkOwnWords(step);
    const suggestedActions = await this.suggestions(company, wanted, row, true);
    const isOwn = acceptsOwn(row.suggestedActions, suggestedActions);
    // Others have approved another content.
    const isOther = step.isEdited || reworded(row.suggestedActions, suggestedActions);
    const approvalRound = isOther ? row.approvalRound + 1 : row.approvalRound;
    const { decisions, isEnough } = this.decide(step, 'approve', approvalRound);
    await this.refusals.checkFurther(step, { isOther, isEnough });
    if (!isEnough) {
      await this.actions.checkAccepted(company, suggestedActions, wanted.suggestedActions);
      return { ...(await this.edited(step, suggestedActions)), approvalRound, decisions };
    }
    if (isOwn) await this.refusals.checkOwnWords(step);
    if (!row.approvedAt) await this.sourceActions.comeIntoSight(company, 'hazard', row.id);
    const approved = { ...row, ...content };
    const accepted = await this.actions.accept(company, approved, suggestedActions, wanted.suggestedActions);
    return {
      ...content,
      ...lifted(approved),
      ...approvedNow(company, now),
      approvalRound,
      decisions,
      suggestedActions: accepted,
      status: 'approved',
    };
  }

  /** The content in force, where a revision is dropped: it lifts nothing, and is nobody's words. */
  private async dropped({ company, row }: Step): Promise<Partial<Hazard>> {
    const content = await this.snapshots.approvedContent(company, row.id);
    return { ...content, ...nobodysWords, liftsAnonymity: false };
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

  /** Content and suggestions as somebody writes them who does not decide. */
  private async written(step: Step) {
    const { company, wanted, row, content, isEdited } = step;
    const suggestedActions = await this.suggestions(company, wanted, row, false);
    const edited = isEdited || differs({ suggestedActions }, row);
    return { ...content, ...authorsAfter({ ...step, isEdited: edited }), suggestedActions };
  }

  /** The same by an approver whose decision leaves it to others. Throws 422 where it leaves nobody. */
  private async edited(step: Step, suggestedActions: SuggestedAction[]) {
    const { company, row, content } = step;
    const isEdited = step.isEdited || reworded(row.suggestedActions, suggestedActions);
    const written = { ...content, ...authorsAfter({ ...step, isEdited }), suggestedActions };
    if (isEdited) await this.refusals.checkLeft(company, placed(row, written));
    return written;
  }

  private suggestions(
    company: CompanyContext,
    { suggestedActions }: ChangeHazardApproval,
    row: Hazard,
    disposes: boolean,
  ) {
    return this.actions.merged(company, row.suggestedActions, suggestedActions, disposes);
  }
}

const authorsAfter = ({ company, row, isEdited }: Step): Worked => writtenBy(company.userId, row, isEdited);

/** The step that a body names, unchecked. */
function stepIn(approval: unknown): unknown {
  if (typeof approval !== 'object' || approval === null || !Object.hasOwn(approval, 'step')) return 'submit';
  return (approval as { step: unknown }).step;
}
