import { type Envelope, envelopeSchema, type MessageContract } from '@safety/contracts';

/** A message that is not what its contract says, or too old; trying again cannot help. */
export class UnreadableMessage extends Error {
  override readonly name: string = 'UnreadableMessage';
}

/** A message of which the service does not know any more whether it has applied it. */
export class TooOldMessage extends UnreadableMessage {
  override readonly name = 'TooOldMessage';
}

function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new UnreadableMessage('The message is not what its contract says', { cause });
  }
}

/** The envelope in a stream entry. Throws `UnreadableMessage`. */
export const readEnvelope = (text: string): Envelope => reading(() => envelopeSchema.parse(JSON.parse(text)));

/** The payload of a message. Throws `UnreadableMessage`. */
export const readPayload = ({ payload }: Envelope, contract: MessageContract): unknown =>
  reading(() => contract.payload.parse(payload));
