import { Injectable } from '@nestjs/common';
import { type CompanyContext, type HazardStep, hazardSteps } from '@safety/contracts';
import {
  type CallerSteps,
  type ProblemError,
  permissionDenied,
  type StepRefusal,
  stepNames,
  stepRefused,
} from '@safety/platform';
import { isDecidedOften, roleRefusal, type Standing, toQueue } from '../approvals/approval-rules.js';
import { Approvers } from '../approvals/approvers.js';
import { unlessArchived } from '../approvals/archived-steps.js';
import { Permits } from '../approvals/permits.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardUses } from './hazard-uses.js';

/** A decision on a hazard, with the edit that may come with it. */
interface Decision {
  company: CompanyContext;
  row: Hazard;
  standing: Standing;
  content: Partial<Hazard>;
  isEdited: boolean;
}

/** The reasons why a caller may not take a step of `PUT /hazards/approval`. */
@Injectable()
export class HazardRefusals {
  constructor(
    private readonly approvers: Approvers,
    private readonly permits: Permits,
    private readonly uses: HazardUses,
    private readonly snapshots: ApprovedHazards,
  ) {}

  standing(company: CompanyContext, row: Omit<Hazard, 'creationDigest'>): Promise<Standing> {
    return this.approvers.standing(company, row, this.snapshots);
  }

  /** The steps as the caller may take them. A second approval takes an edit, and is the first of that. */
  stepsOf(company: CompanyContext, row: Hazard, standing: Standing): CallerSteps<HazardStep> {
    return unlessArchived('hazard', row, {
      names: stepNames(hazardSteps),
      currentStatus: row.status,
      refusalOf: (step) =>
        roleRefusal('hazard', hazardSteps, row, step, standing) ??
        (step === 'withdraw' ? this.refusalOfVanishing(company, row, standing) : undefined),
      unlisted: standing.has('approved') ? ['approve'] : [],
    });
  }

  /** 409 for a write that the status does not allow. */
  async invalidState(company: CompanyContext, row: Hazard, detail: string): Promise<ProblemError> {
    const steps = this.stepsOf(company, row, await this.standing(company, row));
    return stepRefused(steps, { code: 'invalid-state', detail });
  }

  /**
   * A draft is for its author alone: nobody else makes one of a report, whatever they may do, nor does the
   * author once others have acted on it.
   */
  private async refusalOfVanishing(
    company: CompanyContext,
    row: Hazard,
    standing: Standing,
  ): Promise<StepRefusal | undefined> {
    if (row.approvedAt) return undefined;
    if (standing.has('creator')) return this.uses.refusalOfUsed(company, row);
    const detail = `The hazard is ${row.status}: only its creator makes a draft of it.`;
    return { code: 'permission-denied', detail };
  }

  /** Approvers who edit need the permission to; those who move decide for the new place as well. */
  async checkEdit({ company, isEdited, standing, row, content }: Decision): Promise<void> {
    if (isEdited && !standing.has('editor')) throw permissionDenied('hazards.update');
    const moved = placed(row, content);
    if (moved.orgStructureId === row.orgStructureId) return;
    const there = await this.standing(company, moved);
    if (!there.has('approver'))
      throw await stepRefused(this.stepsOf(company, row, standing), {
        code: 'not-an-approver',
        detail: 'You are no approver at the org structure that the hazard would move to.',
      });
  }

  /**
   * An approver who edits becomes an author. Throws 422 `no-approver-available` where nobody could approve
   * the hazard then, once its submitter has submitted it again.
   */
  async checkLeft(company: CompanyContext, row: Omit<Hazard, 'creationDigest'>): Promise<void> {
    const submitters = row.submittedByUserId ? [row.submittedByUserId] : [];
    await this.approvers.asked(
      company,
      { ...row, authorUserIds: [...row.authorUserIds, ...submitters] },
      this.snapshots,
      toQueue,
    );
  }

  /** Throws 409 for an approval that its approver has given, and for one that asks others anew too often. */
  async checkFurther(
    { company, row, standing }: Decision,
    { isOther, isEnough }: { isOther: boolean; isEnough: boolean },
  ): Promise<void> {
    const refuse = (detail: string) =>
      stepRefused(this.stepsOf(company, row, standing), { code: 'invalid-state', detail });
    if (!isOther && standing.has('approved'))
      throw await refuse('You have approved it already: it waits for others.');
    if (isOther && !isEnough && isDecidedOften(row))
      throw await refuse('It was decided on too often to be edited: approve it as it is, or reject it.');
  }

  /** An approver who edits approves own words, which is for those who need no approval, here and there. */
  async checkOwnWords({ company, row, content, standing }: Decision): Promise<void> {
    if (company.allowSelfApproval) return;
    const permission = 'hazards.createWithoutApproval';
    const places = [row.orgStructureId, ...(await this.snapshots.placesOf(company, placed(row, content)))];
    if (await this.permits.holdsAt(company, permission, places)) return;
    throw await stepRefused(this.stepsOf(company, row, standing), {
      code: 'self-approval-not-allowed',
      detail: 'You cannot approve what you edit or suggest in the same request.',
    });
  }
}

/** The row at the org structure where the content puts it, with the authors and the anonymity of that. */
export const placed = (
  row: Hazard,
  {
    orgStructureId = row.orgStructureId,
    authorUserIds = row.authorUserIds,
    anonymous = row.anonymous,
  }: Partial<Hazard>,
): Omit<Hazard, 'creationDigest'> => ({ ...row, orgStructureId, authorUserIds, anonymous });
