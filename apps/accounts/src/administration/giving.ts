import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type FieldError, type Permission, reachOf } from '@safety/contracts';
import { type NamedRow, OrgStructures, referenceFaults } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';

/** Nobody gives what they do not have: a permission, or the reach of one. */
@Injectable()
export class Giving {
  constructor(private readonly orgStructures: OrgStructures) {}

  /** Throws 403 for a permission that the caller does not hold in the whole company. */
  checkEverywhere(company: CompanyContext, permissions: readonly Permission[]): void {
    for (const name of permissions) if (reachOf(company, name) !== 'everywhere') throw permissionDenied(name);
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
      this.checkEverywhere(company, permissions);
      return [];
    }
    const known = await this.orgStructures.find(
      company.companyId,
      places.map(({ id }) => id),
    );
    for (const name of permissions) {
      const reach = reachOf(company, name);
      for (const { pathIds } of known.values()) if (!covers(reach, pathIds)) throw permissionDenied(name);
    }
    const archived = new Map([...known].map(([id, place]) => [id, place.archived]));
    return referenceFaults('org structure', places, archived);
  }
}
