import type { MessageContract } from '@safety/contracts';
import type { MessageKeys } from '../signing/signatures.js';
import { repeatsFor, SIGNATURE_FIELD, STREAM_FIELD, streamOf } from '../streams.js';
import { envelopeOf, fieldOf } from './envelope-of.js';
import { UnreadableMessage } from './read-message.js';

/** The stream that a message was published in: one that is given once more names it in a field. */
export const originOf = (stream: string, fields: string[], group: string): string =>
  stream === repeatsFor(group) ? fieldOf(fields, STREAM_FIELD) : stream;

/**
 * Demands that the owner signed a message for the stream of its contract. Everything that reaches Redis can
 * write; only the owner has the key. Throws `UnreadableMessage`.
 */
export function demandSignature(
  keys: MessageKeys,
  contract: MessageContract,
  origin: string,
  fields: string[],
): void {
  if (origin !== streamOf(contract))
    throw new UnreadableMessage(
      `${contract.name} is published in ${streamOf(contract)} alone, not in ${origin}`,
    );
  if (!keys.isSigned(contract.owner, origin, envelopeOf(fields), fieldOf(fields, SIGNATURE_FIELD)))
    throw new UnreadableMessage(`${contract.owner} did not sign the message`);
}
