import { Injectable } from '@nestjs/common';
import { type CompanyContext, type hazardSchema, permissions } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import type { z } from 'zod';
import type { Hazard } from './hazard.entity.js';
import { readRisk } from './stored-risk.js';

export type HazardView = z.input<typeof hazardSchema>;

/** Rows as the API shows them. */
@Injectable()
export class HazardViews {
  constructor(private readonly orgStructures: OrgStructures) {}

  async of(company: CompanyContext, rows: readonly Hazard[]): Promise<HazardView[]> {
    const orgStructures = await this.orgStructures.find(company.companyId, [
      ...new Set(rows.map((row) => row.orgStructureId)),
    ]);
    const administers = isAdministrator(company);
    return rows.map((row) => {
      const orgStructure = orgStructures.get(row.orgStructureId);
      if (!orgStructure) throw new Error(`Hazard ${row.id} lies at an unknown org structure`);
      return {
        ...row,
        ...(row.anonymous && !administers && withoutCreator(row)),
        riskAssessment: readRisk(row.riskAssessment, company.riskBands),
        orgStructurePath: orgStructure.path,
        requireApproval: row.status === 'pendingApproval' || row.status === 'changesRequested',
        // There are no actions yet.
        openActionCount: 0,
        overdueActionCount: 0,
      };
    });
  }

  async one(company: CompanyContext, row: Hazard): Promise<HazardView> {
    const [view] = await this.of(company, [row]);
    if (!view) throw new Error('A row has no view');
    return view;
  }
}

/** Whether the caller may do everything everywhere in the company. */
export const isAdministrator = ({ assignments }: CompanyContext): boolean =>
  assignments.some(
    ({ orgStructureIds, permissions: granted }) =>
      orgStructureIds.length === 0 && permissions.every((permission) => granted.includes(permission)),
  );

/** Whoever reports without approval also approves, and is the first to modify: their id stands in three places. */
function withoutCreator({ createdByUserId, modifiedByUserId, approvedByUserId }: Hazard): Partial<Hazard> {
  const hide = (userId: string | null) => (userId === createdByUserId ? null : userId);
  return {
    createdByUserId: null,
    modifiedByUserId: hide(modifiedByUserId),
    approvedByUserId: hide(approvedByUserId),
  };
}
