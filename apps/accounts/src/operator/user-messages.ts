import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  companyUserChanged,
  managesClients,
  membershipsChanged,
  type UserState,
  userChanged,
} from '@safety/contracts';
import {
  assignedRolesSql,
  type HeldRole,
  heldRolesSql,
  makesEventManager,
  permissionsOf,
} from '../memberships/held-role.js';
import type { OperatorTransaction } from './operator-transactions.js';

type UserRow = Omit<UserState, 'roles'>;

/** Tells the other services of a user who has changed. */
@Injectable()
export class UserMessages {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Gives the user the next version, and tells the whole state; of `companyId`, where the change is about
   * one, whether the user belongs to it. Every process drops the memberships it has cached.
   */
  async tell(transaction: OperatorTransaction, userId: string, companyId?: string): Promise<void> {
    const { client } = transaction;
    const changed = await client.query<UserRow>(
      `UPDATE users SET version = version + 1, modified_at = now() WHERE id = $1
       RETURNING id, version, email, given_name AS "givenName", family_name AS "familyName", disabled_at IS NOT NULL AS disabled`,
      [userId],
    );
    const user = changed.rows[0] as UserRow;
    const roles = await rolesOf(transaction, userId);
    await this.outbox.add(transaction, userChanged, { ...user, roles });
    if (companyId !== undefined) {
      const belongs = roles.some(({ cid }) => cid === companyId);
      const { version } = user;
      await this.outbox.add({ ...transaction, companyId }, companyUserChanged, {
        userId,
        version,
        belongs,
      });
    }
    await this.outbox.add(transaction, membershipsChanged, { userIds: [userId] });
  }
}

/** In the order of the `role` claim. A disabled user keeps the roles, which count for nothing. */
async function rolesOf({ client }: OperatorTransaction, userId: string): Promise<UserState['roles']> {
  const { rows } = await client.query<{ companyId: string; held: HeldRole[] }>(
    `SELECT c.id AS "companyId", ${heldRolesSql} AS held ${assignedRolesSql}
     WHERE a.user_id = $1 GROUP BY c.id ORDER BY c.id`,
    [userId],
  );
  return rows.flatMap(({ companyId, held }) =>
    held.map((role) => ({
      id: role.assignmentId,
      cid: companyId,
      rid: role.roleId,
      evm: makesEventManager(role),
      managesClients: managesClients(permissionsOf(role), role.orgStructureIds),
    })),
  );
}
