import { Injectable } from '@nestjs/common';
import { type CompanyContext, companyUserChanged } from '@safety/contracts';
import {
  type CompanyActor,
  CompanyRows,
  CompanyTransactions,
  execute,
  MODIFIED_NOW,
  messageOf,
  RowsSource,
} from '@safety/persistence';
import { auditedActorSql } from '../audit/audited-changes.js';
import { CompanySettingsRows } from '../company/company.rows.js';
import { recordedFromSql, recordedRolesSql } from '../memberships/held-role.js';
import { type ChangedRole, type RecordedRoles, recordedSides } from '../memberships/recorded-roles.js';
import { UserMessages } from '../memberships/user-messages.js';
import { CompanyUser } from './company-user.entity.js';
import { companyUserLists } from './company-user-lists.js';

@Injectable()
export class CompanyUserRows extends CompanyRows<CompanyUser, CompanyContext, 'operator'> {
  constructor(
    source: RowsSource,
    transactions: CompanyTransactions,
    messages: UserMessages,
    settings: CompanySettingsRows,
  ) {
    super(source, CompanyUser, {
      what: 'user',
      visible: 'to everyone',
      archivedForGood: true,
      actorSql: auditedActorSql,
      lists: companyUserLists,
      message: messageOf(
        companyUserChanged,
        (user) => messages.stateOf(transactions.current(user.companyId), user),
        async (users) => {
          const [companyId] = users.map((user) => user.companyId);
          if (companyId === undefined) return [];
          return messages.statesOf(transactions.current(companyId), users);
        },
      ),
      unique: { company_users_pkey: { properties: ['email'] } },
      written: async (company, { id, archived }) => {
        if (archived) await settings.withdrawApprover(company, id);
      },
    });
  }

  /** A user who left the company comes back as a new one would. */
  async rejoin(
    company: CompanyContext,
    id: string,
    values: Pick<CompanyUser, 'email' | 'givenName' | 'familyName' | 'canSignIn' | 'invitedAt'>,
  ): Promise<CompanyUser> {
    const row = await this.lock(company, id);
    const fresh = { status: 'active' as const, acceptedAt: null, archivedAt: null, archivedByUserId: null };
    const back = { ...values, ...fresh };
    return this.update(company, row, back, 'restored');
  }

  /** The roles of users, as the change record keeps them. Read them before they change, for `touch`. */
  async rolesOf(company: CompanyActor, ids: readonly string[]): Promise<Map<string, RecordedRoles>> {
    if (ids.length === 0) return new Map();
    const text = `SELECT held.id, ${recordedRolesSql} AS roles FROM unnest($2::uuid[]) AS held (id)
      JOIN (${recordedFromSql}) ON a.company_id = $1 AND a.user_id = held.id GROUP BY held.id`;
    const { client } = this.transaction(company);
    const values = [company.companyId, ids];
    const { rows } = await execute<{ id: string; roles: RecordedRoles }>(client, text, values);
    const known = new Map(rows.map(({ id, roles }) => [id, roles]));
    return new Map(ids.map((id) => [id, known.get(id) ?? null]));
  }

  /**
   * Gives users whose roles have changed the next version, which is recorded and published.
   * @param before the roles before, by user
   */
  async touch(company: CompanyActor, before: ReadonlyMap<string, RecordedRoles>): Promise<void> {
    const ids = [...before.keys()];
    if (ids.length === 0) return;
    const rows = await this.raise(company, ids);
    const after = await this.rolesOf(company, ids);
    await this.recordRoles(company, rows, ({ id }) => ({ before: before.get(id), after: after.get(id) }));
  }

  /**
   * The same for those of these users who hold a role that has changed itself. Their record has that change
   * alone, whatever has become of their other roles since. Those who were given the role since are left out.
   */
  async touchHolders(
    company: CompanyActor,
    ids: readonly string[],
    role: ChangedRole,
    changedAt: Date | 'infinity' = 'infinity',
  ): Promise<void> {
    if (ids.length === 0) return;
    const rows = await this.raise(company, ids, { roleId: role.id, changedAt });
    const held = await this.rolesOf(company, ids);
    const sides = recordedSides(role);
    await this.recordRoles(company, rows, ({ id }) => sides(held.get(id)));
  }

  /** Raises the versions of users, as far as they hold a role. */
  private async raise(
    company: CompanyActor,
    ids: readonly string[],
    held?: { roleId: string; changedAt: Date | 'infinity' },
  ): Promise<CompanyUser[]> {
    const values: unknown[] = [company.companyId, ids, company.userId];
    const holding = `AND EXISTS (SELECT FROM role_assignments AS a WHERE a.company_id = $1
      AND a.user_id = company_users.id AND a.role_id = $4 AND a.created_at <= $5
      AND a.archived_at IS NULL)`;
    // around visible: the roles of these users have changed, which was authorised; each is recorded
    const text = `UPDATE company_users SET version = version + 1, ${MODIFIED_NOW}, modified_by_user_id = $3
      WHERE company_id = $1 AND id = ANY ($2) AND archived_at IS NULL ${held ? holding : ''}
      RETURNING ${this.table.selectList}`;
    if (held) values.push(held.roleId, held.changedAt);
    return (await execute<CompanyUser>(this.transaction(company).client, text, values)).rows;
  }

  private recordRoles(
    company: CompanyActor,
    rows: readonly CompanyUser[],
    rolesOf: (row: CompanyUser) => Record<'before' | 'after', RecordedRoles | undefined>,
  ): Promise<void> {
    const pairs = rows.map((row) => {
      const { before, after } = rolesOf(row);
      return { before: { ...row, assignments: before }, after: { ...row, assignments: after } };
    });
    return this.recordAll(company, 'changed', pairs);
  }
}
