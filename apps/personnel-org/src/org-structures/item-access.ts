import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, reachOf } from '@safety/contracts';
import { ProblemError } from '@safety/platform';
import { OrgStructureRows } from './org-structures.rows.js';
import { demandWrite, WRITE } from './placement-rules.js';

/**
 * An item is written by those who may write wherever it is placed: a change of it changes all its placements.
 * One that is placed nowhere, a new one too, is the whole company's: that takes a role that counts
 * everywhere. Placing one that is placed already takes no right to the item, and gives none.
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

  /**
   * Throws 403 for an item that is placed nowhere, unless the caller may write everywhere in the company: its
   * first placement gives it to those who write there.
   */
  async demandPlacing(company: CompanyContext, itemId: string): Promise<void> {
    if (covers(reachOf(company, WRITE), [])) return;
    if ((await this.places.ofItem(company, itemId)).length > 0) return;
    throw new ProblemError('permission-denied', {
      detail:
        'The item is placed nowhere yet, so it belongs to the whole company. Ask somebody who holds the ' +
        `permission ${WRITE} everywhere in the company to place it first.`,
      extensions: { requiredPermission: WRITE },
    });
  }
}
