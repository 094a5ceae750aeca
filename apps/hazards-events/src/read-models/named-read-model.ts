import { type CompanyContext, type FieldError, type Permission, reachOf } from '@safety/contracts';
import {
  type CompanyTransactions,
  execute,
  keepNewest,
  limitOf,
  type NamedRow,
  referenceFaults,
} from '@safety/persistence';

/** The rows that a caller may name: those where a permission counts, and what is the caller's own. */
interface Sight {
  permission: Permission;
  /** SQL of the column that holds the user of a row, or of none. */
  ownedBy: string;
  /** SQL of whether a row lies at org structure `o`. */
  at: string;
}

interface Options<State> {
  table: string;
  what: string;
  columns: (state: State) => object;
  /** Without it everybody may name every row. */
  sight?: Sight;
}

/** The states that another service publishes of something that rows here name by its id. */
export abstract class NamedReadModel<State extends { id: string; version: number; archived: boolean }> {
  private readonly seenSql: string;

  constructor(
    protected readonly transactions: CompanyTransactions,
    private readonly options: Options<State>,
  ) {
    const { sight } = options;
    this.seenSql =
      `$3::uuid[] IS NULL OR ${sight?.ownedBy ?? 'NULL'} = $4::uuid OR EXISTS (SELECT FROM org_structures AS o ` +
      `WHERE o.company_id = r.company_id AND o.path_ids && $3::uuid[] AND ${sight?.at ?? 'true'})`;
  }

  /**
   * The errors of the rows that a body names: one out of sight is not there. One that `kept` holds is known
   * already, and may be archived.
   */
  async faults(
    company: CompanyContext,
    named: readonly NamedRow[],
    kept: ReadonlySet<string> = new Set(),
  ): Promise<FieldError[]> {
    const rows = await this.seen(
      company,
      named.map(({ id }) => id),
    );
    const known = rows
      .filter(({ id, isSeen }) => isSeen || kept.has(id))
      .map(({ id, archived }) => [id, archived && !kept.has(id)] as const);
    return referenceFaults(this.options.what, named, new Map(known));
  }

  /** Whether the caller may name a row. */
  async sees(company: CompanyContext, id: string): Promise<boolean> {
    return (await this.seen(company, [id])).some(({ isSeen }) => isSeen);
  }

  private async seen(company: CompanyContext, ids: readonly string[]) {
    if (ids.length === 0) return [];
    const { table, sight } = this.options;
    const reach = sight ? reachOf(company, sight.permission) : 'everywhere';
    const text = `SELECT id, archived, (${this.seenSql}) AS "isSeen" FROM ${table} AS r
      WHERE company_id = $1 AND id = ANY($2)`;
    const values = [company.companyId, ids, limitOf(reach), company.userId];
    const { client } = this.transactions.current(company.companyId);
    return (await execute<{ id: string; archived: boolean; isSeen: boolean | null }>(client, text, values))
      .rows;
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, state: State): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { id, version, archived } = state;
    const row = { company_id: companyId, id, version, archived, ...this.options.columns(state) };
    // around visible: a read model has the rows of another service, which records who changed them
    await keepNewest(client, this.options.table, ['company_id', 'id'], row);
  }
}
