import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, Permission, SaveAction } from '@safety/contracts';
import { namedRows, OrgStructures } from '@safety/persistence';
import { CompanyUsers, holdsThere } from '../read-models/company-users.js';
import { People } from '../read-models/people.js';
import type { Action } from './action.entity.js';

type Placed = SaveAction & { orgStructureId: string };

/** Nobody verifies what they may not read. */
const ofVerifiers: readonly Permission[] = ['actions.read', 'actions.verify'];

/** Checks the place, the people and the users that an action names. */
@Injectable()
export class ActionReferences {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly people: People,
    private readonly users: CompanyUsers,
  ) {}

  /**
   * The errors of the references in an action; what `current` names already may be archived, and so may the
   * place of its source. Throws 403 when the caller sees the org structure but lacks the permission there.
   */
  async faults(
    company: CompanyContext,
    action: Placed,
    { current, sourcePlace }: { current?: Action; sourcePlace: string | undefined },
  ): Promise<FieldError[]> {
    const { orgStructureId, assigneePersonnelId, assigneeUserId, verifierUserId } = action;
    const keptPlaces = [current?.orgStructureId, sourcePlace].filter((id) => id !== undefined);
    const needed = { see: 'actions.read', write: 'actions.write', kept: keptPlaces } as const;
    const place = await this.orgStructures.faults(company, orgStructureId, needed);
    const kept = new Set(current?.assigneePersonnelId ? [current.assigneePersonnelId] : []);
    const keptUsers = new Set([current?.assigneeUserId, current?.verifierUserId].filter((id) => id != null));
    const assignee = await this.people.assigneeFaults(company, namedRows({ assigneePersonnelId }), kept);
    const users = await this.users.faults(company, namedRows({ assigneeUserId, verifierUserId }), keptUsers);
    const faults = [...place, ...assignee, ...users];
    return faults.length > 0 ? faults : this.verifierFaults(company, action, current);
  }

  /**
   * Nobody verifies what they did themselves. A verifier who may not verify where the action is would leave
   * it to nobody; one whom it names there already may have lost the permission.
   */
  private async verifierFaults(
    company: CompanyContext,
    { assigneePersonnelId, verifierUserId, orgStructureId }: Placed,
    current?: Action,
  ): Promise<FieldError[]> {
    if (verifierUserId === null) return [];
    const { companyId } = company;
    const keepsVerifier = current?.verifierUserId === verifierUserId;
    // The assignee may have become that user since, and is refused the verification by then.
    const keepsBoth = keepsVerifier && current.assigneePersonnelId === assigneePersonnelId;
    if (
      assigneePersonnelId !== null &&
      !keepsBoth &&
      (await this.people.userOf(companyId, assigneePersonnelId)) === verifierUserId
    )
      return [noVerifier('The assignee cannot verify the action.')];
    if (!keepsVerifier && current?.status === 'completed' && current.completedByUserId === verifierUserId)
      return [noVerifier('Has completed the action: somebody else has to verify it.')];
    if (keepsVerifier && current.orgStructureId === orgStructureId) return [];
    if (await this.mayVerify(company, verifierUserId, orgStructureId)) return [];
    return [
      noVerifier(
        'Cannot verify there: name a user who has accepted the invitation, with actions.read and actions.verify.',
      ),
    ];
  }

  private async mayVerify(company: CompanyContext, userId: string, orgStructureId: string): Promise<boolean> {
    const users = await this.users.approvingNow(company, [userId]);
    const pathIds = (await this.orgStructures.find(company.companyId, [orgStructureId])).get(
      orgStructureId,
    )?.pathIds;
    return users.some((user) =>
      ofVerifiers.every((permission) => holdsThere(user, [permission], pathIds ?? [])),
    );
  }
}

const noVerifier = (detail: string): FieldError => ({
  pointer: '/verifierUserId',
  code: 'not-allowed',
  detail,
});
