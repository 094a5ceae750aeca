import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, SaveAction } from '@safety/contracts';
import { namedRows, OrgStructures } from '@safety/persistence';
import { CompanyUsers } from '../read-models/company-users.js';
import { People } from '../read-models/people.js';
import type { Action } from './action.entity.js';

type Placed = SaveAction & { orgStructureId: string };

/** Checks the place, the people and the users that an action names. */
@Injectable()
export class ActionReferences {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly people: People,
    private readonly users: CompanyUsers,
  ) {}

  /**
   * The errors of the references in an action; what `current` names already may be archived. Throws 403 when
   * the caller sees the org structure but lacks the permission there.
   */
  async faults(company: CompanyContext, action: Placed, current?: Action): Promise<FieldError[]> {
    const { orgStructureId, assigneePersonnelId, assigneeUserId, verifierUserId } = action;
    const { companyId, userId } = company;
    const needed = { see: 'actions.read', write: 'actions.write' } as const;
    const place = await this.orgStructures.faults(company, orgStructureId, needed);
    const stays = current?.orgStructureId === orgStructureId;
    const kept = new Set(current?.assigneePersonnelId ? [current.assigneePersonnelId] : []);
    const users = [current?.assigneeUserId, current?.verifierUserId].filter((id) => id != null);
    const assignee = await this.people.faults(company, namedRows({ assigneePersonnelId }), kept);
    return [
      ...place.filter(({ code }) => !(stays && code === 'archived-reference')),
      ...assignee,
      ...(await this.users.faults(companyId, namedRows({ assigneeUserId, verifierUserId }), [
        userId,
        ...users,
      ])),
      ...(assignee.length === 0 ? await this.verifierFaults(companyId, action) : []),
    ];
  }

  /** Nobody verifies what they did themselves. */
  private async verifierFaults(
    companyId: string,
    { assigneePersonnelId, verifierUserId }: SaveAction,
  ): Promise<FieldError[]> {
    if (assigneePersonnelId === null || verifierUserId === null) return [];
    if ((await this.people.userOf(companyId, assigneePersonnelId)) !== verifierUserId) return [];
    return [
      {
        pointer: '/verifierUserId',
        code: 'not-allowed',
        detail: 'The assignee cannot verify the action.',
      },
    ];
  }
}
