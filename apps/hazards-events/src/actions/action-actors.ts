import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type Permission, reachOf } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { isAdministrator } from '../approvals/anonymity.js';
import { Permits } from '../approvals/permits.js';
import { People } from '../read-models/people.js';
import type { Action } from './action.entity.js';
import type { ActionStanding } from './action-steps.js';

/** The steps and changes that a caller may make of an action. */
@Injectable()
export class ActionActors {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly permits: Permits,
    private readonly people: People,
  ) {}

  personnelIdsOf({ companyId, userId }: CompanyContext): Promise<string[]> {
    return this.people.idsOfUser(companyId, userId);
  }

  /** Throws 403 without the permission at the place of the action. */
  permit(company: CompanyContext, permission: Permission, row: Action): Promise<void> {
    return this.permits.check(company, permission, row);
  }

  /** Throws 403 for a move that lets the caller verify the action. */
  permitMove(
    company: CompanyContext,
    { orgStructureId: from }: Action,
    { orgStructureId: to }: Pick<Action, 'orgStructureId'>,
  ): Promise<void> {
    return this.permits.refuseGain(company, ['actions.verify'], 'action', { from: [from], to });
  }

  async standing(company: CompanyContext, row: Action): Promise<ActionStanding> {
    const pathIds = await this.pathOf(company, row);
    const { userId } = company;
    const isAssignee =
      row.assigneeUserId === userId ||
      (row.assigneePersonnelId !== null &&
        (await this.people.userOf(company.companyId, row.assigneePersonnelId)) === userId);
    return {
      userId,
      isAssignee,
      writes: covers(reachOf(company, 'actions.write'), pathIds),
      verifies: covers(reachOf(company, 'actions.verify'), pathIds),
      isAdministrator: isAdministrator(company),
    };
  }

  private async pathOf({ companyId }: CompanyContext, { orgStructureId }: Action): Promise<string[]> {
    const found = (await this.orgStructures.find(companyId, [orgStructureId])).get(orgStructureId);
    return found?.pathIds ?? [];
  }
}
