import { Injectable } from '@nestjs/common';
import type { CompanyContext, classSchema } from '@safety/contracts';
import { OrgStructures, Views } from '@safety/persistence';
import type { z } from 'zod';
import type { TrainingClass } from './class.entity.js';

export type ClassView = z.input<typeof classSchema>;

/** Rows as the API shows them. */
@Injectable()
export class ClassViews extends Views<TrainingClass, ClassView> {
  constructor(private readonly orgStructures: OrgStructures) {
    super();
  }

  async of(company: CompanyContext, rows: readonly TrainingClass[]): Promise<ClassView[]> {
    const ids = rows.flatMap(({ orgStructureId }) => orgStructureId ?? []);
    const orgStructures = await this.orgStructures.find(company.companyId, [...new Set(ids)]);
    return rows.map((row) => ({
      ...row,
      orgStructurePath: (row.orgStructureId && orgStructures.get(row.orgStructureId)?.path) || null,
    }));
  }
}
