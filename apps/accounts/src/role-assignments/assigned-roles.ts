import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, Permission, SaveRoleAssignment } from '@safety/contracts';
import { namedRows, referenceFaults } from '@safety/persistence';
import { ProblemError, refuseFaults } from '@safety/platform';
import { Giving } from '../administration/giving.js';
import { permissionsOf } from '../memberships/held-role.js';
import type { Role } from '../roles/role.entity.js';
import { RoleRows } from '../roles/roles.rows.js';
import { MAX_HELD_ROLES, tooManyRoles } from './held-roles-limit.js';
import type { RoleAssignmentRow } from './role-assignment.entity.js';
import { RoleAssignmentRows } from './role-assignments.rows.js';

/** A role and where it counts. */
export type GivenRole = Pick<SaveRoleAssignment, 'roleId' | 'orgStructureRelationshipIds'>;

/** The holder of a role: a user or a service client. */
export type Holder = Pick<RoleAssignmentRow, 'userId' | 'clientId'>;

/** Gives roles to users and service clients. */
@Injectable()
export class AssignedRoles {
  constructor(
    private readonly giving: Giving,
    private readonly roles: RoleRows,
    private readonly assignments: RoleAssignmentRows,
  ) {}

  /**
   * Throws 422 for roles and org structures that cannot be named, and 403 for what the caller cannot give.
   */
  async check(company: CompanyContext, given: readonly GivenRole[]): Promise<void> {
    refuseFaults(await this.faults(company, given, (index) => `/roles/${index}`));
  }

  /** The faults of one role that is given; `at` is where it stands in the body. */
  async faults(
    company: CompanyContext,
    given: readonly GivenRole[],
    at: (index: number) => string,
  ): Promise<FieldError[]> {
    const rows = await this.roles.findAll(
      company,
      given.map(({ roleId }) => roleId),
    );
    const archived = new Map(rows.map((role) => [role.id, role.archived]));
    const faults: FieldError[] = [];
    for (const [index, { roleId, orgStructureRelationshipIds }] of given.entries()) {
      const places = namedRows({ orgStructureRelationshipIds });
      const found = [
        ...referenceFaults('role', [{ pointer: '/roleId', id: roleId }], archived),
        ...(await this.giving.faults(company, permissionsIn(rows, roleId), places)),
      ];
      faults.push(...found.map((fault) => ({ ...fault, pointer: `${at(index)}${fault.pointer}` })));
    }
    return faults;
  }

  /**
   * The faults of an assignment that is changed. To keep a place is not to give it, nor is to take one away:
   * the caller need not reach it, and it may be archived. Another role is given at all of them.
   */
  async faultsOfChange(
    company: CompanyContext,
    wanted: GivenRole,
    current: GivenRole,
  ): Promise<FieldError[]> {
    const { orgStructureRelationshipIds } = wanted;
    const places = namedRows({ orgStructureRelationshipIds });
    const held = current.orgStructureRelationshipIds;
    if (wanted.roleId !== current.roleId) {
      const kept = places.filter(({ id }) => held.includes(id)).map(({ pointer }) => pointer);
      const faults = await this.faults(company, [wanted], () => '');
      return faults.filter(
        ({ code, pointer = '' }) => code !== 'archived-reference' || !kept.includes(pointer),
      );
    }
    const added = places.filter(({ id }) => !held.includes(id));
    if (added.length === 0 && places.length > 0) return [];
    const rows = await this.roles.findAll(company, [wanted.roleId]);
    // Out of the whole company nothing is added, though the places have to be there.
    const permissions = held.length === 0 ? [] : permissionsIn(rows, wanted.roleId);
    return this.giving.faults(company, permissions, added);
  }

  /** Throws 403 unless the caller could give all roles of the holder, where they count. */
  async checkHeld(company: CompanyContext, holder: Holder): Promise<void> {
    const held = await this.heldBy(company, holder);
    const ids = held.map(({ roleId }) => roleId);
    const roles = new Map((await this.roles.findAll(company, ids)).map((role) => [role.id, role]));
    const given = held.flatMap(({ roleId, orgStructureRelationshipIds: orgStructureIds }) => {
      const role = roles.get(roleId);
      return role ? [{ permissions: permissionsOf(role), orgStructureIds }] : [];
    });
    await this.giving.checkAll(company, given);
  }

  /**
   * Throws 409 `duplicate` when the holder has the role there already, and 422 for one too many; `base` is
   * its place in the body. The turn is taken.
   */
  async add(
    company: CompanyContext,
    assignment: Partial<SaveRoleAssignment> & GivenRole & Holder,
    base = '',
  ): Promise<RoleAssignmentRow> {
    const values = sorted(assignment);
    const held = await this.refuseSame(company, values, { base });
    if (held.length >= MAX_HELD_ROLES) throw tooManyRoles(`${base}/roleId`);
    return this.assignments.add(company, values);
  }

  /** Throws the same 409. Resolves with what the holder has. */
  async refuseSame(
    company: CompanyContext,
    wanted: GivenRole & Holder,
    { current, base = '' }: { current?: RoleAssignmentRow; base?: string } = {},
  ): Promise<RoleAssignmentRow[]> {
    const held = await this.heldBy(company, wanted);
    const same = held.find((other) => other.id !== current?.id && isSameRole(other, wanted));
    if (same)
      throw new ProblemError('duplicate', {
        detail: 'This role is held there already.',
        errors: [{ pointer: `${base}/roleId`, code: 'duplicate', detail: 'Is held already.' }],
        extensions: { conflictingId: same.id },
      });
    return held;
  }

  /** The roles of a holder. */
  heldBy(company: CompanyContext, { userId, clientId }: Holder): Promise<RoleAssignmentRow[]> {
    if (userId !== null) return this.assignments.heldBy(company, [userId]);
    return this.assignments.heldByClients(company, clientId === null ? [] : [clientId]);
  }
}

const permissionsIn = (roles: readonly Role[], id: string): readonly Permission[] => {
  const role = roles.find((one) => one.id === id);
  return role ? permissionsOf(role) : [];
};

/** Whether both are the same role at the same places. */
export const isSameRole = (a: GivenRole, b: GivenRole): boolean =>
  a.roleId === b.roleId &&
  sorted(a).orgStructureRelationshipIds.join() === sorted(b).orgStructureRelationshipIds.join();

/** Places in one order, so that the same ones are stored alike. */
export const sorted = <Given extends Pick<SaveRoleAssignment, 'orgStructureRelationshipIds'>>(
  given: Given,
): Given => ({ ...given, orgStructureRelationshipIds: given.orgStructureRelationshipIds.toSorted() });
