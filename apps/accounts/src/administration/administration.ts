import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  type BuiltInRole,
  builtInRoles,
  type CompanyContext,
  companyPermissions,
  membershipsChanged,
  type Permission,
} from '@safety/contracts';
import { type CompanyActor, CompanyTransactions, execute } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import { type HeldRole, permissionsOf } from '../memberships/held-role.js';
import { UserMessages } from '../memberships/user-messages.js';
import { asUser } from './as-user.js';

const USERS_IN_ONE_MESSAGE = 1_000;

const isForAdministrators = (name: Permission): boolean =>
  (companyPermissions as readonly Permission[]).includes(name);

const builtInForAdministrators = (Object.keys(builtInRoles) as BuiltInRole[]).filter((name) =>
  builtInRoles[name].some(isForAdministrators),
);

/** Rules that all changes of users, roles and assignments share. */
@Injectable()
export class Administration {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly messages: UserMessages,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Those who change users, roles or assignments of a company take turns: each judges what the last one left.
   */
  takeTurns({ companyId }: CompanyActor): Promise<void> {
    return this.transactions.takeTurns(companyId, 'administration');
  }

  /** Takes turns, and refuses work after which nobody administers the company any more: 409. */
  async keepAdministrator<Result>(company: CompanyContext, work: () => Promise<Result>): Promise<Result> {
    await this.takeTurns(company);
    const wasAdministered = await this.isAdministered(company);
    const result = await work();
    if (wasAdministered && !(await this.isAdministered(company)))
      throw new ProblemError('last-administrator', {
        detail: `Nobody else holds ${companyPermissions.join(', ')} in the whole company.`,
      });
    return result;
  }

  /** Tells the services of the `role` claim of these users, once the work of the transaction is done. */
  tellUsers({ companyId }: CompanyContext, userIds: readonly string[]): void {
    const transaction = this.transactions.current(companyId);
    // In one order, since two companies may change the same users at the same moment.
    for (const id of userIds.toSorted())
      transaction.beforeCommit.set(`user ${id}`, () =>
        asUser(transaction, id, () => this.messages.tellUser(transaction, id)),
      );
  }

  /** Makes every process ask again for what these service clients may do. */
  async tellClients({ companyId }: CompanyActor, clientIds: readonly string[]): Promise<void> {
    if (clientIds.length === 0) return;
    const transaction = this.transactions.current(companyId);
    await this.outbox.add({ ...transaction, companyId: null }, membershipsChanged, {
      userIds: [...clientIds],
    });
  }

  /** Makes every process ask again for the memberships of all users and service clients of the company. */
  async forgetMemberships({ companyId }: CompanyContext): Promise<void> {
    const transaction = this.transactions.current(companyId);
    const { rows } = await execute<{ id: string }>(
      transaction.client,
      `SELECT id FROM company_users WHERE company_id = $1 AND archived_at IS NULL
       UNION ALL SELECT id FROM service_clients WHERE company_id = $1 AND archived_at IS NULL`,
      [companyId],
    );
    const userIds = rows.map(({ id }) => id);
    while (userIds.length > 0)
      await this.outbox.add({ ...transaction, companyId: null }, membershipsChanged, {
        userIds: userIds.splice(0, USERS_IN_ONE_MESSAGE),
      });
  }

  private async isAdministered({ companyId }: CompanyContext): Promise<boolean> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<Pick<HeldRole, 'builtIn' | 'permissions'> & { userId: string }>(
      client,
      `SELECT a.user_id AS "userId", r.built_in AS "builtIn", r.permissions
       FROM role_assignments AS a
       JOIN company_users AS m ON m.company_id = $1 AND m.id = a.user_id
         AND m.archived_at IS NULL AND m.status = 'active' AND m.can_sign_in
       JOIN roles AS r ON r.company_id = $1 AND r.id = a.role_id AND (r.built_in = ANY ($2) OR r.permissions && $3)
       WHERE a.company_id = $1 AND a.archived_at IS NULL AND cardinality(a.org_structure_ids) = 0`,
      [companyId, builtInForAdministrators, companyPermissions],
    );
    const held = Map.groupBy(rows, ({ userId }) => userId);
    return [...held.values()].some((roles) => {
      const permissions = new Set(roles.flatMap(permissionsOf));
      return companyPermissions.every((name) => permissions.has(name));
    });
  }
}
