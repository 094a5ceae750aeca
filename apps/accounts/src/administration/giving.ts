import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type FieldError, type Permission, reachOf } from '@safety/contracts';
import {
  CompanyTransactions,
  execute,
  type NamedRow,
  OrgStructures,
  referenceFaults,
} from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import { assignedRolesSql, assignmentOf, type HeldRole, heldRolesSql } from '../memberships/held-role.js';

/** Permissions, and where they count; no org structure means everywhere. */
export interface GivenPermissions {
  permissions: readonly Permission[];
  orgStructureIds: readonly string[];
}

/**
 * Nobody gives what they do not have: a permission, or the reach of one. The roles of the caller are read at
 * that moment: somebody may have taken one away while the request waited for its turn.
 */
@Injectable()
export class Giving {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly transactions: CompanyTransactions,
  ) {}

  /** Throws 403 for a permission that the caller does not hold in the whole company. */
  async checkEverywhere(company: CompanyContext, permissions: readonly Permission[]): Promise<void> {
    if (permissions.length > 0) refuseBeyond(await this.heldNow(company), [{ permissions, at: [] }]);
  }

  /** Throws 403 unless the caller could give each of these roles where it counts. */
  async checkAll(company: CompanyContext, given: readonly GivenPermissions[]): Promise<void> {
    const known = await this.orgStructures.find(
      company.companyId,
      given.flatMap(({ orgStructureIds }) => orgStructureIds),
    );
    const located = given.map(({ permissions, orgStructureIds }) => ({
      permissions,
      // One that nobody knows lies below nothing but the whole company.
      at: orgStructureIds.map((id) => known.get(id)?.pathIds ?? []),
    }));
    refuseBeyond(await this.heldNow(company), located);
  }

  /**
   * The faults of the org structures that a role is given at; none of them means everywhere. Throws 403 for a
   * permission that does not reach as far as it would be given.
   */
  async faults(
    company: CompanyContext,
    permissions: readonly Permission[],
    places: readonly NamedRow[],
  ): Promise<FieldError[]> {
    if (places.length === 0) {
      await this.checkEverywhere(company, permissions);
      return [];
    }
    const known = await this.orgStructures.find(
      company.companyId,
      places.map(({ id }) => id),
    );
    const at = [...known.values()].map(({ pathIds }) => pathIds);
    if (at.length > 0) refuseBeyond(await this.heldNow(company), [{ permissions, at }]);
    const archived = new Map([...known].map(([id, place]) => [id, place.archived]));
    return referenceFaults('org structure', places, archived);
  }

  private async heldNow({ companyId, userId }: CompanyContext): Promise<Held> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<{ held: HeldRole[] }>(client, HELD, [companyId, userId]);
    return { assignments: rows.flatMap(({ held }) => held.map(assignmentOf)) };
  }
}

type Held = Pick<CompanyContext, 'assignments'>;

/** Permissions, and the paths of the org structures at which they count; none of them means everywhere. */
interface LocatedPermissions {
  permissions: readonly Permission[];
  at: readonly (readonly string[])[];
}

/** Throws 403 for the first permission that does not reach as far as it counts. */
function refuseBeyond(held: Held, located: readonly LocatedPermissions[]): void {
  for (const { permissions, at } of located)
    for (const name of permissions) {
      const reach = reachOf(held, name);
      const reaches = at.length === 0 ? reach === 'everywhere' : at.every((path) => covers(reach, path));
      if (!reaches) throw permissionDenied(name);
    }
}

const HELD = `SELECT ${heldRolesSql} AS held ${assignedRolesSql}
  WHERE a.company_id = $1 AND a.user_id = $2 AND m.status = 'active' GROUP BY a.user_id`;
