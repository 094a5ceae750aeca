import { auditedResources, type ExportAudit, type ExportedChange } from '@safety/contracts';
import { ACTOR_SQL, type Binds } from '@safety/persistence';

/** A change as it is read, with its place among those of the same instant. */
export type AuditRow = Omit<ExportedChange, 'companyId'> & { number: string };

/** SQL of the kind of author of a change, as `changes_actor_idx` has it. */
export const auditedActorSql = `CASE WHEN by_operator THEN 'operator' ELSE ${ACTOR_SQL} END`;

/** SQL of the columns of `AuditRow`. */
export const auditColumns = `resource, id, version, operation, changed_at AS "changedAt",
  ${auditedActorSql} AS actor,
  actor_user_id AS "changedByUserId", client_id AS "clientId", request_id AS "requestId", members,
  number`;

/** The conditions of the changes that a query asks for. */
export function auditConditions(companyId: string, filters: ExportAudit, binds: Binds): string[] {
  const { resource, rowId, operation, changedByUserId, actor, clientId, changedFrom, changedTo } = filters;
  const where = [`company_id = ${binds.add(companyId)}`];
  const given = (value: unknown, sql: (place: string) => string) => {
    if (value !== undefined) where.push(sql(binds.add(value)));
  };
  given(resource ? [resource] : auditedResources, (place) => `resource = ANY (${place})`);
  given(rowId, (place) => `id = ${place}`);
  given(operation, (place) => `operation = ${place}`);
  given(changedByUserId, (place) => `actor_user_id = ${place}`);
  given(clientId, (place) => `client_id = ${place}`);
  given(actor, (place) => `${auditedActorSql} = ${place}`);
  given(changedFrom, (place) => `changed_at >= ${place}`);
  given(changedTo, (place) => `changed_at < ${place}`);
  return where;
}

/**
 * The changes behind a place in the order of time. The bound of the time alone spares PostgreSQL the months
 * that lie before the place: it compares pairs row by row.
 */
export function behind(
  [changedAt, number]: readonly [changedAt: unknown, number: unknown],
  direction: '<' | '>',
  binds: Binds,
): string {
  const at = `${binds.add(changedAt)}::timestamptz`;
  return `changed_at ${direction}= ${at} AND (changed_at, number) ${direction} (${at}, ${binds.add(number)}::bigint)`;
}
