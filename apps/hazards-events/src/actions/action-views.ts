import { Injectable } from '@nestjs/common';
import { type actionSchema, type CompanyContext, isOpenAction } from '@safety/contracts';
import { CompanyTransactions, OrgStructures, Views } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import type { z } from 'zod';
import type { Action } from './action.entity.js';

export type ActionView = z.input<typeof actionSchema>;

/** Rows as the API shows them. */
@Injectable()
export class ActionViews extends Views<Action, ActionView> {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly transactions: CompanyTransactions,
  ) {
    super();
  }

  async of(company: CompanyContext, rows: readonly Action[]): Promise<ActionView[]> {
    if (rows.length === 0) return [];
    const ids = [...new Set(rows.map(({ orgStructureId }) => orgStructureId))];
    const places = await this.orgStructures.find(company.companyId, ids);
    const today = dateIn(company.timeZone, await this.transactions.current(company.companyId).startedAt);
    return rows.map((row) => ({
      ...row,
      orgStructurePath: places.get(row.orgStructureId)?.path ?? '',
      overdue: isOpenAction(row.status) && row.dueDate < today,
    }));
  }
}
