import type { ListQuery, Page } from '@safety/contracts';

/**
 * One page of rows as the API shows them. Their parts may be too large for one answer: `views` leaves the
 * last rows out then, and the page ends behind those that it shows, with a cursor to the others.
 */
export async function pageOfViews<Query extends ListQuery, Row, View>(
  query: Query,
  from: { list(query: Query): Promise<Page<Row>>; views(rows: readonly Row[]): Promise<View[]> },
): Promise<Page<View>> {
  for (let { limit } = query; ; ) {
    const { data, page } = await from.list({ ...query, limit });
    const views = await from.views(data);
    if (views.length === data.length) return { data: views, page: { ...page, limit: query.limit } };
    limit = views.length;
  }
}
