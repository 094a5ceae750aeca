import type { MessageContract } from '@safety/contracts';

/**
 * The stream that an event travels in. Every service publishes into one of its own, whose order is the order of its messages,
 * and what is too many for it into others.
 */
export const streamOf = ({ owner, stream }: Pick<MessageContract, 'owner' | 'stream'>): string =>
  stream ? `bus:${owner}:${stream.name}` : `bus:${owner}`;

/** Where one group of consumers gets messages of others' streams once more, from its dead letters. */
export const repeatsFor = (group: string): string => `bus:again:${group}`;

/** How often a message failed in one group of consumers: a hash by stream and message. */
export const failuresOf = (group: string): string => `bus:failures:${group}`;

/** Set by whoever wants a service to tell again everything that it keeps. */
export const retellRequestFor = (owner: string): string => `bus:retell:${owner}`;

/** Where messages go that one group of consumers could not handle. */
export const deadLettersOf = (group: string): string => `bus:dead:${group}`;

/** At least this many messages stay readable in a stream. */
export const STREAM_LENGTH = 100_000;

/** No stream holds more, however far behind its readers are. */
export const MOST_IN_STREAM = 10 * STREAM_LENGTH;

/** The field of a stream entry that names the place of the entry before it: `0` for the first one ever. */
export const AFTER_FIELD = 'after';

/** The field of a stream entry that holds the envelope as JSON. */
export const ENVELOPE_FIELD = 'envelope';

/** The field of a stream entry that holds the signature of the envelope by its owner. */
export const SIGNATURE_FIELD = 'signature';

/**
 * The field of a dead letter, and of one that is given once more, that names the stream it was published in.
 */
export const STREAM_FIELD = 'stream';
