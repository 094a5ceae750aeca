import type { ChangeActor, ChangePage, ListChanges } from '@safety/contracts';
import { type Cursors, cursorScope } from '../rows/cursor.js';
import { MOST_BYTES_OF_PAGE } from '../rows/page.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';

/**
 * A page of the changes of one row, the newest first: by their number, which is given while the row is
 * locked. Throws 400 `invalid-cursor`.
 * @param actorSql SQL of the kind of author, one of `Author`
 */
export async function recordedChanges<Author extends string = ChangeActor>(
  { read, companyId }: CompanyTransaction,
  cursors: Cursors,
  resource: string,
  id: string,
  { limit, cursor }: ListChanges,
  actorSql = ACTOR_SQL,
): Promise<ChangePage<Author>> {
  const scope = cursorScope(companyId, 'changes by number', resource, id);
  const before = cursor === undefined ? undefined : cursors.decode(scope, cursor)[0];
  const text = `SELECT number, version, operation, changed_at AS "changedAt", ${actorSql} AS actor,
      actor_user_id AS "changedByUserId", client_id AS "clientId", request_id AS "requestId", members
    FROM changes WHERE company_id = $1 AND resource = $2 AND id = $3 AND number < $4
    ORDER BY number DESC LIMIT $5`;
  const values = [companyId, resource, id, before ?? LARGEST_BIGINT, limit + 1];
  type Row = ChangePage<Author>['data'][number] & { number: string };
  const { rows, isCut = false } = await read<Row>(text, values, MOST_BYTES_OF_PAGE);
  const { data, page } = cursors.page(scope, rows, limit, ({ number }) => [number], isCut);
  return { data: data.map(({ number: _, ...change }) => change), page };
}

/** The largest bigint of PostgreSQL, as text: a number of JavaScript does not hold it. */
export const LARGEST_BIGINT = '9223372036854775807';

/**
 * SQL of the kind of author of a change. A change that no user asked for is of a client, or of the service.
 */
export const ACTOR_SQL = `CASE WHEN actor_user_id IS NOT NULL THEN 'user' WHEN client_id IS NOT NULL THEN 'client'
      ELSE 'system' END`;
