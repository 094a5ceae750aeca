import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { differences } from '@safety/persistence';
import { Administration } from '../administration/administration.js';
import { claimOf } from '../memberships/held-role.js';
import { concernsHolders } from '../memberships/recorded-roles.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';
import { CompanyUserRows } from '../users/company-users.rows.js';
import { DueHolders } from './due-holders.js';
import type { Role } from './role.entity.js';

/** So many holders are touched in the request that changes their role; more of them right after it. */
const HOLDERS_IN_REQUEST = 500;

/** Brings the change of a role to those who hold it. */
@Injectable()
export class RoleHolders {
  constructor(
    private readonly administration: Administration,
    private readonly assignments: RoleAssignmentRows,
    private readonly users: CompanyUserRows,
    private readonly due: DueHolders,
  ) {}

  /**
   * Lets the holders of a role follow its change, in the transaction that has made it. However many they are,
   * every process asks again from the commit on for what they may do. The turn is taken.
   */
  async follow(company: CompanyContext, before: Role, after: Role): Promise<void> {
    const changed = { id: after.id, members: differences(before, after) };
    if (!concernsHolders(changed)) return;
    const { userIds, clientIds } = await this.assignments.holdersOf(company, after.id);
    // Before all other messages: nobody waits for those about thousands of users.
    await this.administration.dropMemberships(company, [...userIds, ...clientIds]);
    if (isOtherClaim(before, after)) await this.administration.publishClaims(company, userIds);
    const areMany = userIds.length > HOLDERS_IN_REQUEST;
    if (areMany) await this.due.checkRoom(company);
    if (areMany || (await this.due.isAnyDue(company, userIds))) await this.due.add(company, after);
    else await this.users.touchHolders(company, userIds, changed);
  }
}

/** Whether identity keeps anything else of the holders: neither the name of a role nor most permissions. */
const isOtherClaim = (before: Role, after: Role): boolean =>
  JSON.stringify(claimOf(before)) !== JSON.stringify(claimOf(after));
