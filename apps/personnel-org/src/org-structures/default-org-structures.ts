import { Injectable } from '@nestjs/common';
import type { CompanyContext, OrgStructure } from '@safety/contracts';
import { CompanyTransactions, execute, OrgStructures } from '@safety/persistence';
import { refuseFaults } from '@safety/platform';
import { OrgStructuresService } from './org-structures.service.js';

const NEEDED = { see: 'orgstructures.read', write: 'orgstructures.read' } as const;

/** The org structure that each user begins with. */
@Injectable()
export class DefaultOrgStructures {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly orgStructures: OrgStructures,
    private readonly places: OrgStructuresService,
  ) {}

  of(company: CompanyContext): Promise<string | undefined> {
    return this.places.defaultOf(company);
  }

  /** Sets the caller's default, or none. Throws 422 for an org structure that the caller cannot select. */
  async set(company: CompanyContext, id: string | null): Promise<OrgStructure | null> {
    const { companyId, userId } = company;
    const { client } = this.transactions.current(companyId);
    if (id === null) {
      const text = 'DELETE FROM default_org_structures WHERE company_id = $1 AND user_id = $2';
      await execute(client, text, [companyId, userId]);
      return null;
    }
    refuseFaults(await this.orgStructures.faults(company, id, NEEDED));
    const text = `INSERT INTO default_org_structures (company_id, user_id, org_structure_id) VALUES ($1, $2, $3)
      ON CONFLICT (company_id, user_id) DO UPDATE SET org_structure_id = excluded.org_structure_id`;
    await execute(client, text, [companyId, userId, id]);
    return this.places.get(company, id);
  }
}
