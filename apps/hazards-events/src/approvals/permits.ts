import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type Permission, reachOf } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';

/** Checks permissions at the place of a row. */
@Injectable()
export class Permits {
  constructor(private readonly orgStructures: OrgStructures) {}

  holds(
    company: CompanyContext,
    permission: Permission,
    { orgStructureId }: { orgStructureId: string },
  ): Promise<boolean> {
    return this.holdsAt(company, permission, [orgStructureId]);
  }

  /** Whether the caller holds the permission at each of these org structures. */
  async holdsAt(
    company: CompanyContext,
    permission: Permission,
    orgStructureIds: readonly string[],
  ): Promise<boolean> {
    const reach = reachOf(company, permission);
    if (reach === 'everywhere') return true;
    const found = await this.orgStructures.find(company.companyId, orgStructureIds);
    return orgStructureIds.every((id) => covers(reach, found.get(id)?.pathIds ?? []));
  }

  /** Throws 403 without the permission there. */
  check(company: CompanyContext, permission: Permission, row: { orgStructureId: string }): Promise<void> {
    return this.checkAt(company, permission, [row.orgStructureId]);
  }

  /** Throws 403 without the permission at each of these org structures. */
  async checkAt(
    company: CompanyContext,
    permission: Permission,
    orgStructureIds: readonly string[],
  ): Promise<void> {
    if (!(await this.holdsAt(company, permission, orgStructureIds))) throw permissionDenied(permission);
  }
}
