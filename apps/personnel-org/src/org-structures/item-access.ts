import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { OrgStructureRows } from './org-structures.rows.js';
import { demandWrite } from './placement-rules.js';

/**
 * An item is written by those who may write wherever it is placed: a change of it changes all its placements.
 * One that is placed nowhere, a new one too, is the whole company's: that takes a role that counts
 * everywhere.
 */
@Injectable()
export class ItemAccess {
  constructor(private readonly places: OrgStructureRows) {}

  /** Throws 403 unless the caller may write everywhere in the company. */
  demandAdd(company: CompanyContext): void {
    demandWrite(company, []);
  }

  /** Throws 403 unless the caller may write at each placement of the item. */
  async demandWrite(company: CompanyContext, itemId: string): Promise<void> {
    const placements = await this.places.ofItem(company, itemId);
    if (placements.length === 0) this.demandAdd(company);
    for (const { pathIds } of placements) demandWrite(company, pathIds);
  }
}
