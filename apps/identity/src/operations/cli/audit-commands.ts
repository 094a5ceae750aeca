import type { AuditRecord } from '@safety/contracts';
import { type Command, numberOf, service, textOf, type Values } from '@safety/platform/operator';
import { operator } from '../../clients/client-keepers.js';
import { AuditLog, type AuditPage } from '../../console/records/audit-log.js';

const options: Command['options'] = {
  client: { type: 'string', value: 'id', help: 'of this client alone' },
  limit: { type: 'string', value: 'number', help: 'at most so many, newest first; 50 when it is left out' },
};

const filterOf = (values: Values) => {
  const clientId = textOf(values, 'client');
  return clientId === undefined ? {} : { clientId };
};

/** As many records as are asked for, of as many pages as it takes. */
async function newest(
  values: Values,
  read: (page: AuditPage) => Promise<AuditRecord[]>,
): Promise<AuditRecord[]> {
  const limit = numberOf(values, 'limit') ?? 50;
  const records: AuditRecord[] = [];
  for (;;) {
    const before = records.at(-1);
    const page = await read({ limit: limit - records.length, ...(before && { before }) });
    if (page.length === 0) return records;
    records.push(...page);
  }
}

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
      const log = service(app, AuditLog);
      const filter = filterOf(values);
      const records = await newest(values, (page) => log.refusals(operator, { ...filter, ...page }));
      return { json: records, text: records.map(lineOf) };
    },
  },
  audit: {
    parameters: [],
    help: 'Shows the newest records of the audit trail.',
    options,
    run: async (app, _, values) => {
      const log = service(app, AuditLog);
      const filter = filterOf(values);
      const records = await newest(values, (page) => log.ofClients(operator, { ...filter, ...page }));
      return { json: records, text: records.map(lineOf) };
    },
  },
};
