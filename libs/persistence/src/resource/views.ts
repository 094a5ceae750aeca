import type { CompanyContext, ListQuery, Page } from '@safety/contracts';

/** Rows as the API shows them. */
export abstract class Views<Row, View, Query extends ListQuery = ListQuery> {
  /**
   * The views of rows, in their order; further tables are asked once for all of them. `query` is that of the
   * list, for what it includes on demand.
   */
  abstract of(company: CompanyContext, rows: readonly Row[], query?: Query): Promise<View[]>;

  async one(company: CompanyContext, row: Row): Promise<View> {
    const [view] = await this.of(company, [row]);
    if (!view) throw new Error('A row has no view');
    return view;
  }

  async page(company: CompanyContext, { data, page }: Page<Row>, query?: Query): Promise<Page<View>> {
    return { data: await this.of(company, data, query), page };
  }
}
