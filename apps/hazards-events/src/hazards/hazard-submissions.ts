import { Injectable } from '@nestjs/common';
import {
  type AddHazard,
  type ChangeHazard,
  type CompanyContext,
  type FieldError,
  hazardFlagSteps,
  type Permission,
  type SaveHazard,
  type SaveHazardApproval,
  type Submission,
} from '@safety/contracts';
import { type Added, type Change, refuseFaults } from '@safety/platform';
import {
  checkFlagging,
  isOwnStep,
  nobodysWords,
  type Standing,
  submitted,
  toQueue,
  unasked,
  writtenBy,
} from '../approvals/approval-rules.js';
import { namesQueue } from '../approvals/approval-view.js';
import { Approvers, type Submitted } from '../approvals/approvers.js';
import { differs } from '../approvals/differs.js';
import { ShownApprovals } from '../approvals/shown-approvals.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardActions } from './hazard-actions.js';
import { HazardContents, keepingReporter } from './hazard-contents.js';
import { HazardRows } from './hazards.rows.js';
import { type NewHazard, NewHazards } from './new-hazards.js';
import { askedAnew } from './suggestions.js';

/** Brings hazards before their approvers. */
@Injectable()
export class HazardSubmissions {
  constructor(
    private readonly rows: HazardRows,
    private readonly newHazards: NewHazards,
    private readonly contents: HazardContents,
    private readonly actions: HazardActions,
    private readonly approvers: Approvers,
    private readonly snapshots: ApprovedHazards,
    private readonly shown: ShownApprovals,
  ) {}

  /** A new hazard that every event manager of its place is asked about. */
  addToQueue(company: CompanyContext, body: AddHazard): Promise<Added<Hazard>> {
    return this.newHazards.addOnce(company, body, async () => {
      const content = await this.contents.stored(company, body, 'hazards.create');
      const asked = await this.submit(company, newAt(body), toQueue);
      return { content, entrance: { ...unasked, ...asked, suggestedActions: [] } };
    });
  }

  /** A new hazard that is a draft, or that the named approvers are asked about. */
  add(company: CompanyContext, body: SaveHazardApproval): Promise<Added<Hazard>> {
    return this.newHazards.addOnce(company, body, () => this.begun(company, body));
  }

  private async begun(company: CompanyContext, body: SaveHazardApproval): Promise<NewHazard> {
    const { approval, suggestedActions: given, ...hazard } = body;
    const content = await this.contents.stored(company, hazard, 'hazards.create');
    const suggestedActions = await this.actions.merged(company, [], given, false);
    const process =
      approval.step === 'submit'
        ? await this.submit(company, newAt(hazard), approval)
        : { ...(await this.planned(company, newAt(hazard), approval)), status: 'draft' as const };
    return { content, entrance: { ...unasked, ...process, suggestedActions } };
  }

  /** Edits a hazard and (re)flags it for everybody who may approve at its place. */
  async flag(company: CompanyContext, id: string, change: Change<ChangeHazard>): Promise<Hazard> {
    let standing: Standing = new Set();
    return this.rows.change(company, id, change, {
      authorise: async (row) => {
        standing = await this.approvers.standing(company, row, this.snapshots);
        await checkFlagging('hazard', hazardFlagSteps, row, standing);
      },
      values: async (body, row): Promise<Partial<Hazard>> => {
        refuseFaults(processFaults(change));
        const wanted = keepingReporter(body, change, row);
        const isOwn = isOwnStep(hazardFlagSteps, row.status, 'requireApproval', standing);
        const permission = await this.contentPermission(company, row, wanted, { standing, isOwn });
        const content = await this.contents.stored(company, wanted, permission, row);
        const authors = writtenBy(company.userId, row, differs(content, row));
        const { orgStructureId, anonymous } = content;
        return {
          ...content,
          ...authors,
          ...(await this.submit(company, { ...row, ...authors, orgStructureId, anonymous }, toQueue)),
          suggestedActions: askedAnew(row.suggestedActions),
        };
      },
    });
  }

  /** The permission that a body takes in a step that submits what it says. */
  contentPermission(
    company: CompanyContext,
    row: Hazard,
    { orgStructureId }: SaveHazard,
    caller: { standing: Standing; isOwn: boolean },
  ): Promise<Permission> {
    const places = [row.orgStructureId, orgStructureId];
    return this.approvers.contentPermission(company, this.snapshots, caller, places);
  }

  /** A submission as it is meant: whoever sends back the approvers that a queue shows names none. */
  async asMeant<Given extends Submission>(
    company: CompanyContext,
    row: Hazard,
    submission: Given,
  ): Promise<Given> {
    if (submission.approverUserIds.length === 0) return submission;
    const [shown = row] = await this.shown.of(company, [row], this.snapshots);
    return namesQueue(company, shown, submission) ? { ...submission, approverUserIds: [] } : submission;
  }

  /** The hazard after a submission. Throws 422 for the approvers it names, and when there are none. */
  async submit(company: CompanyContext, row: Submitted, submission: Submission) {
    const planned = await this.planned(company, row, submission);
    const { mode, approverUserIds } = await this.approvers.asked(company, row, this.snapshots, planned);
    const now = await this.rows.startedAt(company);
    const actor = { mode, userId: company.userId, now };
    return { ...submitted(row, { ...submission, approverUserIds }, actor), withdrawn: null };
  }

  /** The approval to come, as a draft states it. */
  async planned(company: CompanyContext, row: Submitted, submission: Submission) {
    refuseFaults(await this.approvers.faults(company, row, this.snapshots, submission));
    return {
      approvalMode: 'none' as const,
      approverUserIds: submission.approverUserIds,
      requiredApprovals: submission.requiredApprovals,
      approvalDueDate: submission.dueDate,
      approvalComment: submission.comment,
    };
  }
}

/** A body that was read with its approval is taken back, but for what it adds to the process. */
function processFaults(change: Pick<Change<unknown>, 'given'>): FieldError[] {
  const [suggestions, approval] = [change.given('suggestedActions'), change.given('approval')];
  const added = Array.isArray(suggestions)
    ? suggestions.flatMap((given, index) => (has(given, 'id') ? [] : [`/suggestedActions/${index}`]))
    : [];
  const pointers = [...added, ...(has(approval, 'step') ? ['/approval/step'] : [])];
  const detail = 'Belongs to PUT /hazards/approval.';
  return pointers.map((pointer) => ({ pointer, code: 'not-allowed', detail }));
}

const has = (value: unknown, member: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, member);

const newAt = ({
  orgStructureId,
  anonymous,
}: Pick<SaveHazard, 'orgStructureId' | 'anonymous'>): Submitted => ({
  ...unasked,
  ...nobodysWords,
  orgStructureId,
  anonymous,
});
