import type { AuditRecord, AuditType } from '@safety/contracts';
import type { Catalogue } from '../../../pages/locale.js';
import { en } from './en.js';
import { es } from './es.js';
import { kk } from './kk.js';
import { nl } from './nl.js';
import { ru } from './ru.js';

/** The texts about what happened: logout calls, refusals and the audit trail. */
export interface RecordMessages {
  refusalsHint: string;
  auditHint: string;
  nothing: string;
  client: string;
  everyClient: string;
  deletedClient: (name: string) => string;
  request: string;
  search: string;
  older: string;
  actor: string;
  actors: Record<AuditRecord['actor'], string>;
  reason: string;
  details: string;
  types: Record<AuditType, string>;

  deliveriesHint: string;
  created: string;
  delivered: string;
  waiting: string;
  givenUp: string;
  nextAttempt: string;
  attempts: string;
  lastError: string;
  retry: string;
}

export const recordMessages: Catalogue<RecordMessages> = { en, es, ru, kk, nl };
