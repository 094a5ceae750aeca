import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  type CompanyUserState,
  companyUserChanged,
  managesClients,
  membershipsChanged,
  type UserState,
  userChanged,
} from '@safety/contracts';
import {
  assignedRolesSql,
  assignmentOf,
  type HeldRole,
  heldRolesSql,
  makesEventManager,
  permissionsOf,
} from '../memberships/held-role.js';
import type { OperatorTransaction } from './operator-transactions.js';

type UserRow = Omit<UserState, 'roles'>;

/** The roles of a user in one company. */
interface Held {
  companyId: string;
  held: HeldRole[];
}

/** Tells the other services of a user who has changed. */
@Injectable()
export class UserMessages {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Gives the user the next version, and publishes the whole state, to each company of the user too.
   * `companyId` is one that the user may have left. Every process drops the memberships it has cached.
   */
  async tell(transaction: OperatorTransaction, userId: string, companyId?: string): Promise<void> {
    const { client } = transaction;
    const changed = await client.query<UserRow>(
      `UPDATE users SET version = version + 1, modified_at = now() WHERE id = $1
       RETURNING id, version, email, given_name AS "givenName", family_name AS "familyName", disabled_at IS NOT NULL AS disabled`,
      [userId],
    );
    const user = changed.rows[0] as UserRow;
    const companies = await heldBy(transaction, userId);
    await this.outbox.add(transaction, userChanged, { ...user, roles: companies.flatMap(rolesOf) });
    const left = companyId !== undefined && !companies.some((company) => company.companyId === companyId);
    for (const company of left ? [...companies, { companyId, held: [] }] : companies)
      await this.outbox.add(
        { ...transaction, companyId: company.companyId },
        companyUserChanged,
        companyUser(user, company.held),
      );
    await this.outbox.add(transaction, membershipsChanged, { userIds: [userId] });
  }
}

/** A disabled user keeps the roles, which count for nothing. */
async function heldBy({ client }: OperatorTransaction, userId: string): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `SELECT c.id AS "companyId", ${heldRolesSql} AS held ${assignedRolesSql}
     WHERE a.user_id = $1 GROUP BY c.id ORDER BY c.id`,
    [userId],
  );
  return rows;
}

/** In the order of the `role` claim. */
const rolesOf = ({ companyId, held }: Held): UserState['roles'] =>
  held.map((role) => ({
    id: role.assignmentId,
    cid: companyId,
    rid: role.roleId,
    evm: makesEventManager(role),
    managesClients: managesClients(permissionsOf(role), role.orgStructureIds),
  }));

const companyUser = (user: UserRow, held: HeldRole[]): CompanyUserState => ({
  userId: user.id,
  version: user.version,
  belongs: held.length > 0,
  displayName: `${user.givenName} ${user.familyName}`,
  email: user.email,
  active: !user.disabled,
  assignments: held.map(assignmentOf),
});
