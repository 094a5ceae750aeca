import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { Views } from '@safety/persistence';
import { makesEventManager } from '../memberships/held-role.js';
import { RoleRows } from '../roles/roles.rows.js';
import type { RoleAssignmentRow } from './role-assignment.entity.js';

export type RoleAssignmentView = RoleAssignmentRow & { roleName: string; evm: boolean };

/** Assignments with what follows from their role. */
@Injectable()
export class RoleAssignmentViews extends Views<RoleAssignmentRow, RoleAssignmentView> {
  constructor(private readonly roles: RoleRows) {
    super();
  }

  async of(company: CompanyContext, rows: readonly RoleAssignmentRow[]): Promise<RoleAssignmentView[]> {
    const roles = await this.roles.findAll(company, [...new Set(rows.map(({ roleId }) => roleId))]);
    const known = new Map(roles.map((role) => [role.id, role]));
    return rows.map((row) => {
      const role = known.get(row.roleId);
      if (!role) throw new Error('An assignment has no role');
      return { ...row, roleName: role.name, evm: makesEventManager(role) };
    });
  }
}
