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
  const given = (sql: string, value: unknown) => {
    if (value !== undefined) where.push(`${sql} ${binds.add(value)}`);
  };
  // One value is compared by itself: an index has its changes in order, those of several not.
  const oneOf = (sql: string, values: readonly string[] | undefined) => {
    if (values?.length === 1) given(`${sql} =`, values[0]);
    else if (values) where.push(`${sql} = ANY (${binds.add(values)})`);
  };
  where.push(`resource = ANY (${binds.add(resource ?? auditedResources)})`);
  oneOf('id', rowId);
  oneOf('operation', operation);
  oneOf('actor_user_id', changedByUserId);
  oneOf('client_id', clientId);
  oneOf(auditedActorSql, actor);
  given('changed_at >=', changedFrom);
  given('changed_at <', changedTo);
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
