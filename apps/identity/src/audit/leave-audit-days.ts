import type { ClientBase } from 'pg';
import type { IdentitySettings } from '../config.js';

/** Sets, as the owner of the database, how many days of records the service has to leave. */
export const leaveAuditDays = (
  owner: ClientBase,
  { AUDIT_RETENTION_DAYS }: Pick<IdentitySettings, 'AUDIT_RETENTION_DAYS'>,
): Promise<unknown> => owner.query('UPDATE audit_rules.retention SET days = $1', [AUDIT_RETENTION_DAYS]);
