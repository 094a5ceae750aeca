import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type FieldError, type Permission, reachOf } from '@safety/contracts';
import { permissionDenied } from '@safety/platform';
import { type NamedRow, referenceFaults } from '../rows/references.js';
import { CompanyTransactions } from '../transaction/company-transactions.js';
import { execute } from '../transaction/execute.js';

/** An org structure as every service that has rows at org structures knows it. */
export interface KnownOrgStructure {
  id: string;
  /** Names from the root down, joined by ` / `. */
  path: string;
  /** Ids from the root down to the org structure itself. */
  pathIds: string[];
  archived: boolean;
}

/** The terms on which a body names an org structure. */
export interface NeededThere {
  /**
   * Without either of the two the org structure is out of sight, and answers like one that does not exist.
   */
  see: Permission;
  write: Permission;
  /** Those that the row names already: they may be archived by now. */
  kept?: readonly string[];
}

/**
 * The org structures of a company, from the table `org_structures`. It is the table of their owner, or the
 * read model of another service.
 */
@Injectable()
export class OrgStructures {
  constructor(private readonly transactions: CompanyTransactions) {}

  async find(companyId: string, ids: readonly string[]): Promise<Map<string, KnownOrgStructure>> {
    const text = `SELECT id, path, path_ids AS "pathIds", archived FROM org_structures
      WHERE company_id = $1 AND id = ANY($2)`;
    const { rows } = await this.transactions
      .current(companyId)
      .read<KnownOrgStructure>(text, [companyId, ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The errors of one org structure that a body names; see `faultsOfAll`. */
  faults(
    company: CompanyContext,
    id: string,
    needed: NeededThere,
    pointer = '/orgStructureId',
  ): Promise<FieldError[]> {
    return this.faultsOfAll(company, [{ pointer, id }], needed);
  }

  /**
   * The errors of the org structures that a body names. Throws 403 when the caller sees one but lacks the
   * permission there. They stay unchanged until the transaction ends, so that nobody archives one meanwhile.
   */
  async faultsOfAll(
    company: CompanyContext,
    named: readonly NamedRow[],
    { see, write, kept = [] }: NeededThere,
  ): Promise<FieldError[]> {
    if (named.length === 0) return [];
    const { client } = this.transactions.current(company.companyId);
    const text = `SELECT id, path_ids AS "pathIds", archived FROM org_structures
      WHERE company_id = $1 AND id = ANY($2) ORDER BY id FOR SHARE`;
    const ids = named.map(({ id }) => id);
    const { rows } = await execute<Omit<KnownOrgStructure, 'path'>>(client, text, [company.companyId, ids]);
    const may = (permission: Permission, { pathIds }: Pick<KnownOrgStructure, 'pathIds'>): boolean =>
      covers(reachOf(company, permission), pathIds);
    const seen = rows.filter((row) => may(see, row) || may(write, row));
    if (!seen.every((row) => may(write, row))) throw permissionDenied(write);
    const known = seen.map(({ id, archived }) => [id, archived && !kept.includes(id)] as const);
    return referenceFaults('org structure', named, new Map(known));
  }
}
