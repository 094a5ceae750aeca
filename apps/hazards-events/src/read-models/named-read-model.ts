import type { FieldError } from '@safety/contracts';
import {
  type CompanyTransactions,
  execute,
  keepNewest,
  type NamedRow,
  referenceFaults,
} from '@safety/persistence';

/** The states that another service publishes of something that rows here name by its id. */
export abstract class NamedReadModel<State extends { id: string; version: number; archived: boolean }> {
  constructor(
    protected readonly transactions: CompanyTransactions,
    private readonly options: { table: string; what: string; columns: (state: State) => object },
  ) {}

  /** The errors of the rows that a body names; one that `kept` holds may be archived. */
  async faults(
    companyId: string,
    named: readonly NamedRow[],
    kept: ReadonlySet<string> = new Set(),
  ): Promise<FieldError[]> {
    if (named.length === 0) return [];
    const { client } = this.transactions.current(companyId);
    const text = `SELECT id, archived FROM ${this.options.table} WHERE company_id = $1 AND id = ANY($2)`;
    const ids = named.map(({ id }) => id);
    const { rows } = await execute<{ id: string; archived: boolean }>(client, text, [companyId, ids]);
    const known = new Map(rows.map(({ id, archived }) => [id, archived && !kept.has(id)]));
    return referenceFaults(this.options.what, named, known);
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, state: State): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { id, version, archived } = state;
    const row = { company_id: companyId, id, version, archived, ...this.options.columns(state) };
    await keepNewest(client, this.options.table, ['company_id', 'id'], row);
  }
}
