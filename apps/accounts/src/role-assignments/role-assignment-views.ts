import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { makesEventManager } from '../memberships/held-role.js';
import { RoleRows } from '../roles/roles.rows.js';
import type { RoleAssignmentRow } from './role-assignment.entity.js';

export type RoleAssignmentView = RoleAssignmentRow & { roleName: string; evm: boolean };

/** Assignments with what follows from their role. */
@Injectable()
export class RoleAssignmentViews {
  constructor(private readonly roles: RoleRows) {}

  async of(company: CompanyContext, rows: readonly RoleAssignmentRow[]): Promise<RoleAssignmentView[]> {
    const roles = await this.roles.findAll(company, [...new Set(rows.map(({ roleId }) => roleId))]);
    const known = new Map(roles.map((role) => [role.id, role]));
    return rows.map((row) => {
      const role = known.get(row.roleId);
      if (!role) throw new Error('An assignment has no role');
      return { ...row, roleName: role.name, evm: makesEventManager(role) };
    });
  }

  async one(company: CompanyContext, row: RoleAssignmentRow): Promise<RoleAssignmentView> {
    const [view] = await this.of(company, [row]);
    if (!view) throw new Error('A row has no view');
    return view;
  }
}
