import { Injectable } from '@nestjs/common';
import {
  type AddHazard,
  type CompanyContext,
  hazardFlagSteps,
  type Permission,
  type SaveHazard,
  type SaveHazardApproval,
  type Submission,
} from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { type Added, type Change, refuseFaults } from '@safety/platform';
import type { ApprovalRecord } from '../approvals/approval.entity.js';
import { checkFlagging, type Standing, submitted, unasked } from '../approvals/approval-rules.js';
import { Approvers } from '../approvals/approvers.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardActions } from './hazard-actions.js';
import { HazardContents, keepingAnonymity } from './hazard-contents.js';
import { hazardPermissions } from './hazard-permissions.js';
import { HazardRows } from './hazards.rows.js';
import { type NewHazard, NewHazards } from './new-hazards.js';
import { askedAnew } from './suggestions.js';

const QUEUE: Submission = { approverUserIds: [], requiredApprovals: 1, dueDate: null, comment: null };

/** The permission that a caller needs at the place of what they submit. */
export const submitPermission = (standing: Standing): Permission =>
  standing.has('editor') ? 'hazards.update' : 'hazards.create';

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
    private readonly transactions: CompanyTransactions,
  ) {}

  /** A new hazard that every event manager of its place is asked about. */
  addToQueue(company: CompanyContext, body: AddHazard): Promise<Added<Hazard>> {
    return this.newHazards.addOnce(company, body, async () => {
      const content = await this.contents.stored(company, body, 'hazards.create');
      const asked = await this.submit(company, { ...unasked, orgStructureId: body.orgStructureId }, QUEUE);
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
    const { orgStructureId } = hazard;
    const process =
      approval.step === 'submit'
        ? await this.submit(company, { ...unasked, orgStructureId }, approval)
        : { ...(await this.planned(company, orgStructureId, approval)), status: 'draft' as const };
    return { content, entrance: { ...unasked, ...process, suggestedActions } };
  }

  /** Edits a hazard and (re)flags it for everybody who may approve at its place. */
  async flag(company: CompanyContext, id: string, change: Change<SaveHazard>): Promise<Hazard> {
    let permission: Permission = 'hazards.create';
    const flagged = await this.rows.change(company, id, change, {
      authorise: async (row) => {
        const standing = await this.approvers.standing(company, row, hazardPermissions);
        await checkFlagging('hazard', hazardFlagSteps, row.status, standing);
        permission = submitPermission(standing);
      },
      values: async (body, row): Promise<Partial<Hazard>> => ({
        ...(await this.contents.stored(company, keepingAnonymity(body, change, row), permission, row)),
        ...(await this.submit(company, { ...row, orgStructureId: body.orgStructureId }, QUEUE)),
        suggestedActions: askedAnew(row.suggestedActions),
      }),
    });
    await this.snapshots.keepUp(company, flagged);
    return flagged;
  }

  /** The hazard after a submission. Throws 422 for the approvers it names, and when there are none. */
  async submit(
    company: CompanyContext,
    row: Pick<ApprovalRecord, 'approvalRound' | 'decisions' | 'orgStructureId'>,
    submission: Submission,
  ) {
    const planned = await this.planned(company, row.orgStructureId, submission);
    const { mode, approverUserIds } = await this.approvers.asked(
      company,
      row.orgStructureId,
      hazardPermissions,
      planned,
    );
    const now = await this.transactions.current(company.companyId).startedAt;
    const actor = { mode, userId: company.userId, now };
    return {
      ...submitted(row, { ...submission, approverUserIds }, actor),
      status: 'pendingApproval' as const,
    };
  }

  /** The approval to come, as a draft states it. */
  async planned(company: CompanyContext, orgStructureId: string, submission: Submission) {
    refuseFaults(await this.approvers.faults(company, orgStructureId, hazardPermissions, submission));
    return {
      approverUserIds: submission.approverUserIds,
      requiredApprovals: submission.requiredApprovals,
      approvalDueDate: submission.dueDate,
      approvalComment: submission.comment,
    };
  }
}
