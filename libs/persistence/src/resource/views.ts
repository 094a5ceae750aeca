import type { CompanyContext, ListQuery, Page } from '@safety/contracts';

/** Rows as the API shows them. */
export abstract class Views<Row, View, Query extends ListQuery = ListQuery> {
  /**
   * The views of rows, in their order; further tables are asked once for all of them. `query` is that of the
   * list, for what it includes on demand.
   */
  abstract of(company: CompanyContext, rows: readonly Row[], query?: Query): Promise<View[]>;

  one(company: CompanyContext, row: Row): Promise<View> {
    return onlyView(this.of(company, [row]));
  }

  async page(company: CompanyContext, { data, page }: Page<Row>, query?: Query): Promise<Page<View>> {
    return { data: await this.of(company, data, query), page };
  }
}

/** The view of one row, of which a function was asked that makes those of many. */
export async function onlyView<View>(views: Promise<View[]>): Promise<View> {
  const [view] = await views;
  if (!view) throw new Error('A row has no view');
  return view;
}
