import { Injectable } from '@nestjs/common';
import { type CompanyContext, type Establishment, mayAnywhere } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import { maySeeEstablishment } from './establishment-access.js';
import type { OrgStructure } from './org-structure.entity.js';

type Other = Pick<OrgStructure, 'id' | 'archived' | 'pathIds'>;

/**
 * The legal names of establishments. Those who write org structures take turns, so what is free stays free.
 */
@Injectable()
export class LegalNames {
  constructor(private readonly transactions: CompanyTransactions) {}

  /**
   * Throws 409 `duplicate` when another org structure has the legal name. It names the other one to those
   * who may see its establishment.
   */
  async check(company: CompanyContext, id: string, establishment: Establishment | null): Promise<void> {
    if (!establishment) return;
    const { companyId } = company;
    const { client } = this.transactions.current(companyId);
    const text = `SELECT id, archived, path_ids AS "pathIds" FROM org_structures
      WHERE company_id = $1 AND id <> $2 AND lower(establishment ->> 'legalName') = lower($3)`;
    const values = [companyId, id, establishment.legalName];
    const [other] = (await execute<Other>(client, text, values)).rows;
    if (!other) return;
    const isShown = mayAnywhere(company, 'orgstructures.read') && maySeeEstablishment(company, other);
    const hint = isShown && other.archived ? ' The other one is archived: restore it.' : '';
    throw new ProblemError('duplicate', {
      detail: `Another org structure has the same legal name.${hint}`,
      errors: [{ pointer: '/establishment/legalName', code: 'duplicate', detail: 'Is in use already.' }],
      extensions: { conflictingId: isShown ? other.id : null },
    });
  }
}
