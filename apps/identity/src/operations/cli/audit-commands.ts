import type { AuditRecord } from '@safety/contracts';
import { type Command, numberOf, service, textOf, type Values } from '@safety/platform/operator';
import { operator } from '../../clients/client-keepers.js';
import { AuditLog } from '../../console/records/audit-log.js';

const options: Command['options'] = {
  client: { type: 'string', value: 'id', help: 'of this client alone' },
  limit: { type: 'string', value: 'number', help: 'at most so many, newest first; 50 when it is left out' },
};

const filterOf = (values: Values) => {
  const clientId = textOf(values, 'client');
  const limit = numberOf(values, 'limit');
  return { ...(clientId !== undefined && { clientId }), ...(limit !== undefined && { limit }) };
};

const lineOf = ({ occurredAt, type, clientId, userId, reason, requestId }: AuditRecord): string =>
  [occurredAt, type, `client ${clientId ?? '-'}`, `user ${userId ?? '-'}`, reason ?? '', requestId ?? '']
    .filter(Boolean)
    .join('  ');

export const auditCommands: Record<string, Command> = {
  refusals: {
    parameters: [],
    help: 'Shows what clients were refused, with the exact reason and the request id.',
    options,
    run: async (app, _, values) => {
      const records = await service(app, AuditLog).refusals(operator, filterOf(values));
      return { json: records, text: records.map(lineOf) };
    },
  },
  audit: {
    parameters: [],
    help: 'Shows the newest records of the audit trail.',
    options,
    run: async (app, _, values) => {
      const records = await service(app, AuditLog).ofClients(operator, filterOf(values));
      return { json: records, text: records.map(lineOf) };
    },
  },
};
