import { Injectable } from '@nestjs/common';
import type { CompanyContext, OrgStructure, SaveDefaultOrgStructure } from '@safety/contracts';
import {
  actingUserOf,
  type CompanyTransaction,
  execute,
  OrgStructures,
  RowsSource,
} from '@safety/persistence';
import { type Change, checkPrecondition, refuseFaults } from '@safety/platform';
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
   * Sets the caller's default, or none. Throws 412 where the version of the present one is not the asked one,
   * and 422 for an org structure where no role lets the caller read.
   */
  async set(company: CompanyContext, change: Change<SaveDefaultOrgStructure>): Promise<OrgStructure | null> {
    const { companyId, userId } = company;
    const transaction = this.source.transactions.current(companyId);
    await this.source.transactions.takeTurns(companyId, `${RESOURCE} ${userId}`);
    checkPrecondition(change.precondition, await this.version(company));
    const { orgStructureId: id } = change.of({});
    if (id !== null) refuseFaults(await this.orgStructures.faults(company, id, NEEDED));
    const before = await stored(transaction, userId);
    if (id !== (before?.orgStructureId ?? null)) await this.write(company, before, id);
    return id === null ? null : this.places.get(company, id);
  }

  /** The version of the org structure that is the caller's default, which answers give; 0 without one. */
  private async version(company: CompanyContext): Promise<number> {
    const id = await this.of(company);
    return id === undefined ? 0 : (await this.places.get(company, id)).version;
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
