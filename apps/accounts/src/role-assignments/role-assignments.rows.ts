import { Injectable } from '@nestjs/common';
import { type CompanyActor, CompanyRows, execute, RowsSource } from '@safety/persistence';
import { auditedActorSql } from '../audit/audited-changes.js';
import { MAX_HELD_ROLES } from './held-roles-limit.js';
import { RoleAssignmentRow } from './role-assignment.entity.js';
import { roleAssignmentLists } from './role-assignment-lists.js';

type Holder = Pick<RoleAssignmentRow, 'userId' | 'clientId'>;

@Injectable()
export class RoleAssignmentRows extends CompanyRows<RoleAssignmentRow, CompanyActor, 'operator'> {
  constructor(source: RowsSource) {
    super(source, RoleAssignmentRow, {
      what: 'role assignment',
      visible: 'to everyone',
      archivedForGood: true,
      actorSql: auditedActorSql,
      lists: roleAssignmentLists,
    });
  }

  /** The roles that these users hold, in the order in which it counts. */
  heldBy(company: CompanyActor, userIds: readonly string[]): Promise<RoleAssignmentRow[]> {
    return this.held(company, 'user_id', userIds);
  }

  /** The roles that these service clients hold. */
  heldByClients(company: CompanyActor, clientIds: readonly string[]): Promise<RoleAssignmentRow[]> {
    return this.held(company, 'client_id', clientIds);
  }

  private async held(
    company: CompanyActor,
    holder: 'user_id' | 'client_id',
    ids: readonly string[],
  ): Promise<RoleAssignmentRow[]> {
    if (ids.length === 0) return [];
    const { rows } = await execute<RoleAssignmentRow>(
      this.transaction(company).client,
      `SELECT ${this.table.selectList} FROM role_assignments
       WHERE company_id = $1 AND ${holder} = ANY ($2) AND archived_at IS NULL
       ORDER BY cardinality(org_structure_ids) > 0, created_at, id`,
      [company.companyId, ids],
    );
    return rows;
  }

  /**
   * So many of those who hold a role, users first; of a role of thousands any ones.
   * @param which without users, or all
   */
  async someHoldersOf(
    company: CompanyActor,
    roleId: string,
    most: number,
    which: 'all' | 'clients' = 'all',
  ): Promise<Holder[]> {
    const condition = which === 'clients' ? 'AND user_id IS NULL' : '';
    const { rows } = await execute<Holder>(
      this.transaction(company).client,
      // A holder may have the role at several places, up to the limit of what one holds.
      `SELECT DISTINCT user_id AS "userId", client_id AS "clientId" FROM (
         SELECT user_id, client_id FROM role_assignments
         WHERE company_id = $1 AND role_id = $2 AND archived_at IS NULL ${condition}
         LIMIT $4) AS held
       ORDER BY 1, 2 LIMIT $3`,
      [company.companyId, roleId, most, most * MAX_HELD_ROLES],
    );
    return rows;
  }

  /** The users and service clients who hold a role. */
  async holdersOf(
    company: CompanyActor,
    roleId: string,
  ): Promise<{ userIds: string[]; clientIds: string[] }> {
    const { rows } = await execute<Holder>(
      this.transaction(company).client,
      `SELECT DISTINCT user_id AS "userId", client_id AS "clientId" FROM role_assignments
       WHERE company_id = $1 AND role_id = $2 AND archived_at IS NULL ORDER BY 1, 2`,
      [company.companyId, roleId],
    );
    return {
      userIds: rows.flatMap(({ userId }) => userId ?? []),
      clientIds: rows.flatMap(({ clientId }) => clientId ?? []),
    };
  }
}
