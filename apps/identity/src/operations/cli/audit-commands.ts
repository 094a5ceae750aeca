import type { INestApplicationContext } from '@nestjs/common';
import type { AuditRecord } from '@safety/contracts';
import { type Command, numberOf, service, textOf, type Values } from '@safety/platform/operator';
import { operator } from '../../clients/client-keepers.js';
import { AuditLog, type AuditPage, type ClientRecords } from '../../console/records/audit-log.js';
import { userOf } from './user-of.js';

const options: Command['options'] = {
  client: { type: 'string', value: 'id', help: 'of this client alone' },
  user: { type: 'string', value: 'user', help: 'of this user alone, by e-mail address or id' },
  request: { type: 'string', value: 'id', help: 'of the request with this id alone' },
  limit: { type: 'string', value: 'number', help: 'at most so many, newest first; 50 when it is left out' },
};

async function filterOf(app: INestApplicationContext, values: Values): Promise<ClientRecords> {
  const [clientId, user, requestId] = ['client', 'user', 'request'].map((name) => textOf(values, name));
  return {
    ...(clientId !== undefined && { clientId }),
    ...(user !== undefined && { userId: (await userOf(app, user)).id }),
    ...(requestId !== undefined && { requestId }),
  };
}

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
    help: 'Shows what clients and users were refused, with the exact reason and the request id.',
    options,
    run: async (app, _, values) => {
      const log = service(app, AuditLog);
      const filter = await filterOf(app, values);
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
      const filter = await filterOf(app, values);
      const records = await newest(values, (page) => log.ofClients(operator, { ...filter, ...page }));
      return { json: records, text: records.map(lineOf) };
    },
  },
};
