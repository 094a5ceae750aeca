import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { OrgStructureRows } from './org-structures.rows.js';
import { demandWrite } from './placement-rules.js';

/**
 * An item is written by those who may write wherever it is placed: a change of it changes all its placements.
 */
@Injectable()
export class ItemAccess {
  constructor(private readonly places: OrgStructureRows) {}

  /** Throws 403 unless the caller may write at each placement of the item. */
  async demandWrite(company: CompanyContext, itemId: string): Promise<void> {
    for (const { pathIds } of await this.places.ofItem(company, itemId)) demandWrite(company, pathIds);
  }
}
