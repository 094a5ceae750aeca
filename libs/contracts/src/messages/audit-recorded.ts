import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** The types of record that identity keeps. */
export const auditTypes = [
  'signed-in',
  'sign-in-refused',
  'authorized',
  'token-issued',
  'refused',
  'grant-ended',
  'session-ended',
  'client-changed',
  'secret-used',
  'keys-rotated',
  'password-changed',
  'password-reset-requested',
  'email-change-requested',
  'email-confirmed',
  'email-changed',
  'user-invited',
  'user-locked',
  'user-unlocked',
] as const;
export const auditTypeSchema = z.enum(auditTypes);
export type AuditType = z.infer<typeof auditTypeSchema>;

/** The kinds of actor: a user, an API client by itself, an operator at the command line, or the service. */
export const auditActors = ['user', 'client', 'operator', 'system'] as const;

/** One thing that happened. It never holds a secret, a password, a code or a token. */
export const auditRecordSchema = z.object({
  id: idSchema,
  occurredAt: z.iso.datetime(),
  type: auditTypeSchema,
  actor: z.enum(auditActors),
  userId: idSchema.nullable().describe('Whom it is about; for client-changed who did it.'),
  clientId: z.string().nullable(),
  sid: z.string().nullable(),
  grantId: z.string().nullable(),
  requestId: z.string().nullable().describe('X-Request-Id, as in the log.'),
  reason: z
    .string()
    .nullable()
    .describe('Why it was refused or ended, exactly; for operators, never shown to the caller.'),
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** Records of identity, in the order they were written. In a stream of their own: they are many. */
export const auditRecorded = defineMessage({
  name: 'audit-recorded.v1',
  owner: 'identity',
  stream: { name: 'audit', length: 5_000 },
  payload: z.object({ records: z.array(auditRecordSchema).min(1) }),
});
