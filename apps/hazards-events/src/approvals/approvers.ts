import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  covers,
  type FieldError,
  type Permission,
  reachOf,
  type Submission,
} from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { invalidFields, ProblemError } from '@safety/platform';
import { CompanyUsers, granting, type KnownUser, mayDecide } from '../read-models/company-users.js';
import type { ApprovalRecord, Worked } from './approval.entity.js';
import type { ApprovalPermissions, ApproverReach } from './approval-permissions.js';
import { type Standing, standingOf } from './approval-rules.js';
import { able, isDeserted, isStandIn, undeciding } from './deciding.js';
import type { Lying, SnapshotRows } from './snapshot-rows.js';

/** The snapshots of a kind of record, as far as they say who decides on it and where. */
type ApprovedBy = Pick<SnapshotRows<ApprovalRecord>, 'register' | 'placesOf'>;

/** A record that is submitted, as it will be; a new one has no creator yet. */
export type Submitted = Lying &
  Worked &
  Pick<ApprovalRecord, 'approvalRound' | 'decisions'> & {
    anonymous?: boolean;
    createdByUserId?: string | null;
  };

/** Finds the users who may approve at a place, and what the caller is in the approval of a record. */
@Injectable()
export class Approvers {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly users: CompanyUsers,
  ) {}

  /**
   * The users whom a submission asks: those it names or, in a queue, every event manager of the place, and of
   * the one that the record would leave. The default approvers of the company stand in where there is none,
   * as far as they read there and are event managers anywhere.
   * Submitters and authors count where the company allows self-approval alone, and service clients never: a
   * record must not wait for a program. Of an anonymous record they are listed even so: the one whom the list
   * left out would be known. Throws 422 `no-approver-available`, and for more approvals than approvers.
   */
  async asked(
    company: CompanyContext,
    row: Submitted,
    snapshots: ApprovedBy,
    { approverUserIds: named, requiredApprovals }: Pick<Submission, 'approverUserIds' | 'requiredApprovals'>,
  ): Promise<{ mode: 'queue' | 'named'; approverUserIds: string[] }> {
    if (named.length > 0) return { mode: 'named', approverUserIds: [...named] };
    const { permissions } = snapshots.register;
    const paths = await this.pathsOf(company, await snapshots.placesOf(company, row));
    const { companyId, userId, allowSelfApproval, isServiceClient } = company;
    const counts = allowSelfApproval && !isServiceClient && mayDecide(company, permissions, paths);
    const others = await this.users.deciding(companyId, permissions, paths, {
      except: [userId, ...undeciding(company, ofSubmitter(company, row))],
      most: requiredApprovals,
    });
    const managers = others.length + (counts ? 1 : 0);
    const standIns = managers > 0 ? [] : await this.standIns(company, permissions, paths);
    const left = deciding(company, row, standIns);
    if (managers + left.length === 0)
      throw new ProblemError('no-approver-available', {
        detail:
          'No event manager covers the org structure, or both of a record that moves, and the company has no default ' +
          'approver. Submitters and authors do not count.',
      });
    if (managers + left.length < requiredApprovals) throw invalidFields([tooManyApprovals]);
    return { mode: 'queue', approverUserIds: row.anonymous ? standIns : left };
  }

  /**
   * The errors of the approvers that a body names: each must be an event manager of the place, and of the one
   * that the record would leave, or a default one who reads there and is an event manager anywhere.
   */
  async faults(
    company: CompanyContext,
    row: Submitted,
    snapshots: ApprovedBy,
    { approverUserIds, requiredApprovals }: Submission,
  ): Promise<FieldError[]> {
    if (approverUserIds.length === 0) return [];
    const { permissions } = snapshots.register;
    const paths = await this.pathsOf(company, await snapshots.placesOf(company, row));
    const left = able(company, await this.users.approvingNow(company, approverUserIds), permissions, paths);
    const unfit = approverUserIds.filter((id) => !left.has(id));
    if (unfit.length === 0)
      return deciding(company, row, approverUserIds).length < requiredApprovals ? [tooManyApprovals] : [];
    const invited = await this.users.invited(company.companyId, unfit);
    const willBeFit = able(company, invited, permissions, paths);
    return unfit.map((id) => unfitApprover(approverUserIds.indexOf(id), willBeFit.has(id)));
  }

  /**
   * The part of the caller in the approval of a row. To decide on a move, or to edit it, takes the permission
   * where the row was approved and where it would be. Of named approvers of whom too few may decide by now,
   * any event manager takes the place.
   */
  async standing(
    company: CompanyContext,
    row: Omit<ApprovalRecord, 'creationDigest'> & Worked,
    snapshots: ApprovedBy,
  ): Promise<Standing> {
    const { permissions } = snapshots.register;
    const paths = await this.pathsOf(company, await snapshots.placesOf(company, row));
    const holds = mayDecide(company, permissions, paths);
    const isAsked = row.approverUserIds.includes(company.userId);
    const own = undeciding(company, row);
    const standsIn =
      isAsked && !own.includes(company.userId) && isStandIn(company, company, permissions, paths);
    const isForOthers = async () => {
      if (row.approvalMode !== 'named' || isAsked) return false;
      const others = row.approverUserIds.filter((id) => !own.includes(id));
      const users = await this.users.approvingNow(company, others);
      return !isDeserted(row, able(company, users, permissions, paths));
    };
    return standingOf(row, company.userId, {
      approver: standsIn || (holds && !(await isForOthers())),
      editor: paths.every((pathIds) => covers(reachOf(company, permissions.update), pathIds)),
      approvesOwn: company.allowSelfApproval && !company.isServiceClient,
    });
  }

  /**
   * The permission that content takes where the record is and where the content puts it. Creating is enough
   * in a step of the record's own people who may do that at both places.
   */
  async contentPermission(
    company: CompanyContext,
    { register: { permissions } }: ApprovedBy,
    { standing, isOwn }: { standing: Standing; isOwn: boolean },
    orgStructureIds: readonly string[],
  ): Promise<Permission> {
    const { create, update } = permissions;
    if (!standing.has('editor')) return create;
    if (!isOwn) return update;
    const reach = reachOf(company, create);
    const paths = await this.pathsOf(company, orgStructureIds);
    return paths.every((pathIds) => covers(reach, pathIds)) ? create : update;
  }

  /** Where each of these users is asked by queues; `me` is the caller. None when none are asked for. */
  async reaches(
    company: CompanyContext,
    userIds: readonly string[] | undefined,
    { register: { permissions } }: ApprovedBy,
  ): Promise<Map<string, ApproverReach> | undefined> {
    if (!userIds) return undefined;
    const ids = userIds.map((id) => (id === 'me' ? company.userId : id));
    const known = new Map(
      (await this.users.approving(company.companyId, ids)).map((user) => [user.userId, user]),
    );
    return new Map(
      ids.map((id) => {
        const isDefault = company.defaultApproverUserIds.includes(id);
        return [id, reachOfApprover(id === company.userId ? company : known.get(id), permissions, isDefault)];
      }),
    );
  }

  private async standIns(
    company: CompanyContext,
    permissions: ApprovalPermissions,
    paths: readonly string[][],
  ): Promise<string[]> {
    const ids = company.defaultApproverUserIds;
    if (ids.length === 0) return [];
    const known = await this.users.approvingNow(company, ids);
    return ids.filter((id) =>
      known.some((user) => user.userId === id && isStandIn(company, user, permissions, paths)),
    );
  }

  private async pathsOf(
    { companyId }: CompanyContext,
    orgStructureIds: readonly string[],
  ): Promise<string[][]> {
    const found = await this.orgStructures.find(companyId, orgStructureIds);
    return orgStructureIds.map((id) => found.get(id)?.pathIds ?? []);
  }
}

/** The row as it will be once the caller has submitted it. */
const ofSubmitter = ({ userId }: CompanyContext, row: Submitted) => ({
  ...row,
  anonymous: row.anonymous ?? false,
  createdByUserId: row.createdByUserId ?? null,
  submittedByUserId: userId,
});

/** Those of `userIds` who may decide on what the caller submits. */
function deciding(company: CompanyContext, row: Submitted, userIds: readonly string[]): string[] {
  const without = undeciding(company, ofSubmitter(company, row));
  return userIds.filter((id) => !without.includes(id));
}

const unfitApprover = (index: number, isInvited: boolean): FieldError => ({
  pointer: `/approval/approverUserIds/${index}`,
  code: 'not-allowed',
  detail: isInvited
    ? 'Has not accepted the invitation to the company: name another event manager until then.'
    : 'Is no event manager for the org structure.',
});

const tooManyApprovals: FieldError = {
  pointer: '/approval/requiredApprovals',
  code: 'out-of-range',
  detail: 'There are fewer approvers than approvals: the submitter and the authors do not count.',
};

function reachOfApprover(
  user: Pick<KnownUser, 'assignments'> | undefined,
  { approver, read }: ApprovalPermissions,
  isDefault: boolean,
): ApproverReach {
  const assignments = user ? granting(user, approver) : [];
  const [first] = approver;
  return {
    approves: first ? reachOf({ assignments }, first) : [],
    reads: user ? reachOf(user, read) : [],
    standsIn: isDefault && assignments.length > 0,
  };
}
