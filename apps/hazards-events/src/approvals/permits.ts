import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type Permission, reachOf } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';

/** Checks permissions at the place of a row. */
@Injectable()
export class Permits {
  constructor(private readonly orgStructures: OrgStructures) {}

  async holds(
    company: CompanyContext,
    permission: Permission,
    { orgStructureId }: { orgStructureId: string },
  ): Promise<boolean> {
    const reach = reachOf(company, permission);
    if (reach === 'everywhere') return true;
    const found = (await this.orgStructures.find(company.companyId, [orgStructureId])).get(orgStructureId);
    return covers(reach, found?.pathIds ?? []);
  }

  /** Throws 403 without the permission there. */
  async check(
    company: CompanyContext,
    permission: Permission,
    row: { orgStructureId: string },
  ): Promise<void> {
    if (!(await this.holds(company, permission, row))) throw permissionDenied(permission);
  }
}
