import { Injectable } from '@nestjs/common';
import { type CompanyContext, type Permission, reachOf } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { invalidField } from '@safety/platform';
import { covers } from './reach.js';

interface Place {
  archived: boolean;
  pathIds: string[];
}

/** Checks a place that the body of a request names. */
@Injectable()
export class AssignablePlaces {
  constructor(private readonly transactions: CompanyTransactions) {}

  /**
   * The ids from the root down to an active place where the caller holds `permission`. Throws 422 at `pointer` with
   * `not-found`, `archived-reference` or `not-allowed`. The place stays as it is until the transaction ends.
   */
  async check(
    company: CompanyContext,
    id: string,
    permission: Permission,
    pointer: string,
  ): Promise<string[]> {
    const { client } = this.transactions.current(company.companyId);
    const text = `SELECT archived, path_ids AS "pathIds" FROM org_structures
      WHERE company_id = $1 AND id = $2 FOR SHARE`;
    const { rows } = await execute<Place & { id: string }>(client, text, [company.companyId, id]);
    const [place] = rows;
    if (!place) throw invalidField(pointer, 'not-found', 'No such org structure.');
    if (place.archived) throw invalidField(pointer, 'archived-reference', 'The org structure is archived.');
    if (!covers(reachOf(company, permission), place.pathIds)) {
      throw invalidField(pointer, 'not-allowed', `You lack the permission ${permission} there.`);
    }
    return place.pathIds;
  }
}
