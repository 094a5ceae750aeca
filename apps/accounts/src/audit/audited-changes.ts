import { auditedResources, type ExportAudit, type ExportedChange } from '@safety/contracts';
import { ACTOR_SQL, type Binds } from '@safety/persistence';

/** A change as it is read, with its place among those of the same instant. */
export type AuditRow = Omit<ExportedChange, 'companyId'> & { number: string };

/** SQL of the kind of author of a change. */
export const auditedActorSql = `CASE WHEN by_operator THEN 'operator' ELSE ${ACTOR_SQL} END`;

/** SQL of the columns of `AuditRow`. */
export const auditColumns = `resource, id, version, operation, changed_at AS "changedAt",
  ${auditedActorSql} AS actor,
  actor_user_id AS "changedByUserId", client_id AS "clientId", request_id AS "requestId", members,
  number::text AS number`;

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
  given(changedFrom, (place) => `changed_at >= ${place}`);
  given(changedTo, (place) => `changed_at < ${place}`);
  if (actor === 'user') where.push('actor_user_id IS NOT NULL');
  if (actor === 'client') where.push('actor_user_id IS NULL AND client_id IS NOT NULL');
  if (actor === 'operator') where.push('by_operator');
  if (actor === 'system') where.push('actor_user_id IS NULL AND client_id IS NULL AND NOT by_operator');
  return where;
}
