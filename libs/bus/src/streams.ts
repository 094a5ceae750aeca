import type { MessageContract } from '@safety/contracts';

/**
 * The stream of a message. Every service publishes into one of its own, in the order of its messages.
 * Messages that are too many for it have further streams.
 */
export const streamOf = ({ owner, stream }: Pick<MessageContract, 'owner' | 'stream'>): string =>
  stream ? `bus:${owner}:${stream.name}` : `bus:${owner}`;

/** Where one group of consumers gets messages of others' streams once more, from its dead letters. */
export const repeatsFor = (group: string): string => `bus:again:${group}`;

/** How often a message failed in one group of consumers: a hash by stream and message. */
export const failuresOf = (group: string): string => `bus:failures:${group}`;

/** A request to a service: publish everything again that the outbox keeps. */
export const retellRequestFor = (owner: string): string => `bus:retell:${owner}`;

/** The dead letters of one group of consumers: messages that it could not apply. */
export const deadLettersOf = (group: string): string => `bus:dead:${group}`;

/** At least this many messages stay readable in a stream. */
export const STREAM_LENGTH = 100_000;

/** No stream holds more, however far behind its readers are. */
export const MOST_IN_STREAM = 10 * STREAM_LENGTH;

/** The field of a stream entry that names the offset of the entry before it: `0` for the first one ever. */
export const AFTER_FIELD = 'after';

/** The field of a stream entry that holds the envelope as JSON. */
export const ENVELOPE_FIELD = 'envelope';

/** The field of a stream entry that holds the signature of the envelope by its owner. */
export const SIGNATURE_FIELD = 'signature';

/**
 * The field of a dead letter, and of one that is given once more, that names the stream it was published in.
 */
export const STREAM_FIELD = 'stream';
