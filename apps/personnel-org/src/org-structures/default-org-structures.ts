import { Injectable } from '@nestjs/common';
import type { CompanyContext, OrgStructure } from '@safety/contracts';
import {
  actingUserOf,
  type CompanyTransaction,
  execute,
  OrgStructures,
  RowsSource,
} from '@safety/persistence';
import { refuseFaults } from '@safety/platform';
import { OrgStructureReader } from './org-structure-reader.js';

const NEEDED = { see: 'orgstructures.read', write: 'orgstructures.read' } as const;
const RESOURCE = 'default_org_structures';

/** The org structure that each user begins with. */
@Injectable()
export class DefaultOrgStructures {
  constructor(
    private readonly source: RowsSource,
    private readonly orgStructures: OrgStructures,
    private readonly places: OrgStructureReader,
  ) {}

  of(company: CompanyContext): Promise<string | undefined> {
    return this.places.defaultOf(company);
  }

  /**
   * Sets the caller's default, or none. Throws 422 for an org structure where no role lets the caller read.
   */
  async set(company: CompanyContext, id: string | null): Promise<OrgStructure | null> {
    const { companyId, userId } = company;
    const transaction = this.source.transactions.current(companyId);
    if (id !== null) refuseFaults(await this.orgStructures.faults(company, id, NEEDED));
    await this.source.transactions.takeTurns(companyId, `${RESOURCE} ${userId}`);
    const before = await stored(transaction, userId);
    if (id !== (before?.orgStructureId ?? null)) await this.write(company, before, id);
    return id === null ? null : this.places.get(company, id);
  }

  /** A user has one at most, so the row is known by the user. */
  private async write(
    company: CompanyContext,
    before: Stored | undefined,
    orgStructureId: string | null,
  ): Promise<void> {
    const { companyId, userId: id } = company;
    const transaction = this.source.transactions.current(companyId);
    const text = `INSERT INTO default_org_structures AS d (company_id, user_id, org_structure_id)
      VALUES ($1, $2, $3) ON CONFLICT (company_id, user_id)
      DO UPDATE SET org_structure_id = excluded.org_structure_id, version = d.version + 1 RETURNING version`;
    const values = [companyId, id, orgStructureId];
    const [row] = (await execute<{ version: number }>(transaction.client, text, values)).rows;
    if (!row) throw new Error(`${RESOURCE} returned no row`);
    const after = { id, version: row.version, orgStructureId };
    const actorUserId = actingUserOf(company);
    await this.source.changes.add(transaction, {
      resource: RESOURCE,
      operation: before ? 'changed' : 'added',
      before,
      after,
      sensitive: [],
      actorUserId,
      publishedActorUserId: actorUserId,
      isOfSystem: false,
    });
  }
}

interface Stored {
  orgStructureId: string | null;
}

async function stored(
  { client, companyId }: CompanyTransaction,
  userId: string,
): Promise<Stored | undefined> {
  const text = `SELECT org_structure_id AS "orgStructureId" FROM default_org_structures
    WHERE company_id = $1 AND user_id = $2`;
  return (await execute<Stored>(client, text, [companyId, userId])).rows[0];
}
