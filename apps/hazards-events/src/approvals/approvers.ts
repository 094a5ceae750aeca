import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  covers,
  type FieldError,
  type Permission,
  type Reach,
  reachOf,
  type Submission,
} from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { invalidFields, ProblemError } from '@safety/platform';
import { CompanyUsers, holdsThere, type KnownUser } from '../read-models/company-users.js';
import type { ApprovalRecord } from './approval.entity.js';
import { type Standing, standingOf } from './approval-rules.js';

/** The permissions that matter in the approval of one kind of record. */
export interface ApprovalPermissions {
  update: Permission;
  /** An approver holds all of them in one role. */
  approver: readonly Permission[];
}

/** Finds the users who may approve at a place, and what the caller is in the approval of a record. */
@Injectable()
export class Approvers {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly users: CompanyUsers,
  ) {}

  /**
   * The users whom a submission asks: those it names or, in a queue, every event manager of the place. The
   * default approvers of the company stand in where there is none. The submitter counts where the company
   * allows self-approval alone. Throws 422 `no-approver-available`, and for more approvals than approvers.
   */
  async asked(
    company: CompanyContext,
    orgStructureId: string,
    permissions: ApprovalPermissions,
    { approverUserIds: named, requiredApprovals }: Pick<Submission, 'approverUserIds' | 'requiredApprovals'>,
  ): Promise<{ mode: 'queue' | 'named'; approverUserIds: string[] }> {
    if (named.length > 0) return { mode: 'named', approverUserIds: [...named] };
    const pathIds = await this.pathOf(company, orgStructureId);
    const { companyId, userId, allowSelfApproval } = company;
    const counts = allowSelfApproval && holdsThere(company, permissions.approver, pathIds);
    const others = await this.users.holders(companyId, permissions.approver, pathIds, {
      except: userId,
      most: requiredApprovals,
    });
    const managers = others.length + (counts ? 1 : 0);
    const approverUserIds = managers > 0 ? [] : deciding(company, company.defaultApproverUserIds);
    if (managers + approverUserIds.length === 0)
      throw new ProblemError('no-approver-available', {
        detail:
          'No event manager covers the org structure, and the company has no default approver, other than you.',
      });
    if (managers + approverUserIds.length < requiredApprovals) throw invalidFields([tooManyApprovals]);
    return { mode: 'queue', approverUserIds };
  }

  /**
   * The errors of the approvers that a body names: each must be an event manager of the place, or a default
   * one.
   */
  async faults(
    company: CompanyContext,
    orgStructureId: string,
    permissions: ApprovalPermissions,
    { approverUserIds, requiredApprovals }: Submission,
  ): Promise<FieldError[]> {
    if (approverUserIds.length === 0) return [];
    const [path] = (await this.orgStructures.find(company.companyId, [orgStructureId])).values();
    const known = [
      ...(await this.users.active(company.companyId, approverUserIds)),
      { userId: company.userId, assignments: company.assignments },
    ];
    const able = new Set([
      ...company.defaultApproverUserIds,
      ...known
        .filter((user) => holdsThere(user, permissions.approver, path?.pathIds ?? []))
        .map(({ userId }) => userId),
    ]);
    const faults = approverUserIds.flatMap((id, index): FieldError[] =>
      able.has(id)
        ? []
        : [
            {
              pointer: `/approval/approverUserIds/${index}`,
              code: 'not-allowed',
              detail: 'Is no event manager for the org structure.',
            },
          ],
    );
    if (faults.length === 0 && deciding(company, approverUserIds).length < requiredApprovals)
      return [tooManyApprovals];
    return faults;
  }

  /** The part of the caller in the approval of a row. */
  async standing(
    company: CompanyContext,
    row: Omit<ApprovalRecord, 'creationDigest'>,
    permissions: ApprovalPermissions,
  ): Promise<Standing> {
    const pathIds = await this.pathOf(company, row.orgStructureId);
    const holds = holdsThere(company, permissions.approver, pathIds);
    const isAsked = row.approverUserIds.includes(company.userId);
    const standsIn = isAsked && company.defaultApproverUserIds.includes(company.userId);
    return standingOf(row, company.userId, {
      approver: standsIn || (holds && (row.approvalMode !== 'named' || isAsked)),
      editor: covers(reachOf(company, permissions.update), pathIds),
      approvesOwn: company.allowSelfApproval,
    });
  }

  /** Where each of these users is asked by queues; `me` is the caller. None when none are asked for. */
  async reaches(
    company: CompanyContext,
    userIds: readonly string[] | undefined,
    { approver }: ApprovalPermissions,
  ): Promise<Map<string, Reach> | undefined> {
    if (!userIds) return undefined;
    const ids = userIds.map((id) => (id === 'me' ? company.userId : id));
    const known = new Map(
      (await this.users.active(company.companyId, ids)).map((user) => [user.userId, user]),
    );
    return new Map(
      ids.map((id) => [id, reachOfApprover(id === company.userId ? company : known.get(id), approver)]),
    );
  }

  private async pathOf({ companyId }: CompanyContext, orgStructureId: string): Promise<readonly string[]> {
    const found = (await this.orgStructures.find(companyId, [orgStructureId])).get(orgStructureId);
    return found?.pathIds ?? [];
  }
}

/** Those of `userIds` who may decide on what the caller submits. */
const deciding = ({ userId, allowSelfApproval }: CompanyContext, userIds: readonly string[]): string[] =>
  userIds.filter((id) => allowSelfApproval || id !== userId);

const tooManyApprovals: FieldError = {
  pointer: '/approval/requiredApprovals',
  code: 'out-of-range',
  detail: 'There are fewer approvers than approvals; who submits does not count.',
};

function reachOfApprover(
  user: Pick<KnownUser, 'assignments'> | undefined,
  needed: readonly Permission[],
): Reach {
  const assignments = (user?.assignments ?? []).filter(({ permissions }) =>
    needed.every((permission) => permissions.includes(permission)),
  );
  const [first] = needed;
  return first ? reachOf({ assignments }, first) : [];
}
