import { randomUUID } from 'node:crypto';
import { defineMessage, type Envelope, type MessageContract } from '@safety/contracts';
import { createLogger, type Logger } from '@safety/platform';
import { busKeysOf } from '@safety/testing';
import type { Redis } from 'ioredis';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { MessageKeys, Signer } from '../signing/signatures.js';
import { ENVELOPE_FIELD, SIGNATURE_FIELD, streamOf } from '../streams.js';

export const logger: Logger = createLogger('bus', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

/** A message of a service of its own. */
export function newContract() {
  const owner = `spec-${randomUUID()}` as MessageContract['owner'];
  return defineMessage({ name: 'number-changed.v1', owner, payload: z.object({ number: z.int() }) });
}

export const envelopeOf = (number: unknown, companyId: string | null = randomUUID()): Envelope => ({
  id: newId(),
  type: 'number-changed.v1',
  companyId,
  occurredAt: new Date().toISOString(),
  payload: { number },
});

const keyOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** The signer of an owner in a spec, and the public keys that verify its signatures. */
export const signerOf = (owner: string): Signer => new Signer(keyOf(busKeysOf(owner).signingKey));
export const publicKeysOf = (...owners: string[]): MessageKeys =>
  new MessageKeys(new Map(owners.map((owner) => [owner, [keyOf(busKeysOf(owner).publicKey)]])));

/** The fields of an entry as the relay of the owner writes them, or as `signer` does. */
export function signedFields(
  contract: Pick<MessageContract, 'owner' | 'stream'>,
  envelope: object | string,
  signer = signerOf(contract.owner),
): string[] {
  const text = typeof envelope === 'string' ? envelope : JSON.stringify(envelope);
  return [ENVELOPE_FIELD, text, SIGNATURE_FIELD, signer.sign(streamOf(contract), text)];
}

/** Puts a message on the bus as the relay of its owner does. */
export const publishSigned = (
  redis: Pick<Redis, 'xadd'>,
  contract: Pick<MessageContract, 'owner' | 'stream'>,
  envelope: object | string,
): Promise<string | null> => redis.xadd(streamOf(contract), '*', ...signedFields(contract, envelope));
