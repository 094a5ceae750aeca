import { Injectable } from '@nestjs/common';
import { type CompanyContext, type companyUserSchema, INVITATION_DAYS } from '@safety/contracts';
import { Views } from '@safety/persistence';
import type { z } from 'zod';
import { RoleAssignmentViews } from '../role-assignments/role-assignment-views.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';
import type { CompanyUser } from './company-user.entity.js';

export type CompanyUserView = CompanyUser &
  Pick<z.input<typeof companyUserSchema>, 'assignments' | 'invitation'>;

/** Users with the roles that they hold in the company. */
@Injectable()
export class CompanyUserViews extends Views<CompanyUser, CompanyUserView> {
  constructor(
    private readonly assignments: RoleAssignmentRows,
    private readonly assignmentViews: RoleAssignmentViews,
  ) {
    super();
  }

  async of(company: CompanyContext, users: readonly CompanyUser[]): Promise<CompanyUserView[]> {
    const rows = await this.assignments.heldBy(
      company,
      users.map(({ id }) => id),
    );
    const held = Map.groupBy(await this.assignmentViews.of(company, rows), ({ userId }) => userId);
    return users.map((user) => ({
      ...user,
      invitation: invitationOf(user),
      assignments: held.get(user.id) ?? [],
    }));
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

function invitationOf({ invitedAt, acceptedAt }: CompanyUser): CompanyUserView['invitation'] {
  if (invitedAt === null) return null;
  if (acceptedAt !== null) return 'accepted';
  return Date.now() - invitedAt.getTime() > INVITATION_DAYS * DAY_MS ? 'expired' : 'invited';
}
