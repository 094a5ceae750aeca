import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyRows, execute, RowsSource } from '@safety/persistence';
import { RoleAssignmentRow } from './role-assignment.entity.js';

@Injectable()
export class RoleAssignmentRows extends CompanyRows<RoleAssignmentRow> {
  constructor(source: RowsSource) {
    super(source, RoleAssignmentRow, {
      what: 'role assignment',
      visible: 'to everyone',
      defaultSort: { key: 'createdAt', descending: false },
      search: [],
    });
  }

  /** The roles that these users hold, in the order in which it counts. */
  async heldBy(company: CompanyContext, userIds: readonly string[]): Promise<RoleAssignmentRow[]> {
    if (userIds.length === 0) return [];
    const { rows } = await execute<RoleAssignmentRow>(
      this.transaction(company).client,
      `SELECT ${this.table.selectList} FROM role_assignments
       WHERE company_id = $1 AND user_id = ANY ($2) AND archived_at IS NULL
       ORDER BY cardinality(org_structure_ids) > 0, created_at, id`,
      [company.companyId, userIds],
    );
    return rows;
  }

  /** The users who hold a role. */
  async holdersOf(company: CompanyContext, roleId: string): Promise<string[]> {
    const { rows } = await execute<{ userId: string }>(
      this.transaction(company).client,
      `SELECT DISTINCT user_id AS "userId" FROM role_assignments
       WHERE company_id = $1 AND role_id = $2 AND archived_at IS NULL ORDER BY 1`,
      [company.companyId, roleId],
    );
    return rows.map(({ userId }) => userId);
  }
}
