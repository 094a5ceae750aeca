import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type Permission, reachOf } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { gainedByMove, permissionDenied } from '@safety/platform';
import type { ApprovalRecord } from './approval.entity.js';
import { isOwnReport } from './approval-rules.js';

/** Checks permissions at the place of a row. */
@Injectable()
export class Permits {
  constructor(private readonly orgStructures: OrgStructures) {}

  holds(
    company: CompanyContext,
    permission: Permission,
    { orgStructureId }: { orgStructureId: string },
  ): Promise<boolean> {
    return this.holdsAt(company, permission, [orgStructureId]);
  }

  /** Whether the caller holds the permission at each of these org structures. */
  async holdsAt(
    company: CompanyContext,
    permission: Permission,
    orgStructureIds: readonly string[],
  ): Promise<boolean> {
    const reach = reachOf(company, permission);
    if (reach === 'everywhere') return true;
    const found = await this.orgStructures.find(company.companyId, orgStructureIds);
    return orgStructureIds.every((id) => covers(reach, found.get(id)?.pathIds ?? []));
  }

  /** Throws 403 without the permission there. */
  check(company: CompanyContext, permission: Permission, row: { orgStructureId: string }): Promise<void> {
    return this.checkAt(company, permission, [row.orgStructureId]);
  }

  /** Throws 403 without the permission at each of these org structures. */
  async checkAt(
    company: CompanyContext,
    permission: Permission,
    orgStructureIds: readonly string[],
  ): Promise<void> {
    if (!(await this.holdsAt(company, permission, orgStructureIds))) throw permissionDenied(permission);
  }

  /**
   * Throws 403 for a record that moves from where the caller lacks the permission of the write, and for a
   * move that lets the caller decide on it or archive it. The approvers of both places decide on the move of
   * an approved record, unless it counts at once; a report is its author's until then, wherever it is.
   */
  async checkMove(
    company: CompanyContext,
    { what, permission }: { what: 'hazard' | 'event'; permission: Permission },
    current: ApprovalRecord,
    { orgStructureId: to }: { orgStructureId: string },
  ): Promise<void> {
    if (current.orgStructureId === to) return;
    await this.check(company, permission, current);
    const isDecidedOn = current.approvedAt !== null && permission !== 'hazards.createWithoutApproval';
    if (isDecidedOn || isOwnReport(company, current)) return;
    const move = { from: [current.orgStructureId], to };
    await this.refuseGain(company, [`${what}s.approve`, `${what}s.archive`], what, move);
  }

  /** Throws 403 for a caller with one of the permissions where something would be, and not where it is. */
  async refuseGain(
    company: CompanyContext,
    permissions: readonly Permission[],
    what: string,
    { from, to }: { from: readonly string[]; to: string },
  ): Promise<void> {
    if (from.every((place) => place === to)) return;
    for (const permission of permissions) {
      if (await this.holdsAt(company, permission, from)) continue;
      if (!(await this.holdsAt(company, permission, [to]))) continue;
      throw gainedByMove(permission, what);
    }
  }
}
