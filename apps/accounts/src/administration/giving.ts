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
    if (permissions.length === 0) return;
    const held = await this.heldNow(company);
    for (const name of permissions) if (reachOf(held, name) !== 'everywhere') throw permissionDenied(name);
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
    const held = await this.heldNow(company);
    for (const name of permissions) {
      const reach = reachOf(held, name);
      for (const { pathIds } of known.values()) if (!covers(reach, pathIds)) throw permissionDenied(name);
    }
    const archived = new Map([...known].map(([id, place]) => [id, place.archived]));
    return referenceFaults('org structure', places, archived);
  }

  private async heldNow({ companyId, userId }: CompanyContext): Promise<Pick<CompanyContext, 'assignments'>> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<{ held: HeldRole[] }>(client, HELD, [companyId, userId]);
    return { assignments: rows.flatMap(({ held }) => held.map(assignmentOf)) };
  }
}

const HELD = `SELECT ${heldRolesSql} AS held ${assignedRolesSql}
  WHERE a.company_id = $1 AND a.user_id = $2 AND m.status = 'active' GROUP BY a.user_id`;
