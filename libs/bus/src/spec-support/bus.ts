import { randomUUID } from 'node:crypto';
import { defineEvent, type Envelope, type EventContract } from '@safety/contracts';
import { createLogger, type Logger } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { z } from 'zod';

export const logger: Logger = createLogger('bus', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

/** A fact of a service that nobody else is. */
export function newEvent() {
  const owner = `spec-${randomUUID()}` as EventContract['owner'];
  return defineEvent({ name: 'number-told.v1', owner, payload: z.object({ number: z.int() }) });
}

export const envelopeOf = (number: unknown, companyId: string | null = randomUUID()): Envelope => ({
  id: newId(),
  type: 'number-told.v1',
  companyId,
  occurredAt: new Date().toISOString(),
  payload: { number },
});
