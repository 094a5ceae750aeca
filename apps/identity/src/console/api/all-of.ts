import type { Page } from '@safety/contracts';
import type { Query, ServiceApi } from './service-api.js';

/** In one answer. */
const AT_ONCE = 200;

/** All rows of a list, page by page; nothing where the user may not read it. */
export async function allOf<Row>(
  api: ServiceApi,
  path: string,
  query: Query = {},
): Promise<Row[] | undefined> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const found = await api.getIfAllowed<Page<Row>>(path, { ...query, limit: AT_ONCE, cursor });
    if (!found) return undefined;
    rows.push(...found.data);
    cursor = found.page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
