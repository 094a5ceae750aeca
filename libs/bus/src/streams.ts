import type { EventContract } from '@safety/contracts';

/** Every service publishes into one stream of its own; the order of its facts is the order of the stream. */
export const streamOf = (owner: EventContract['owner']): string => `bus:${owner}`;

/** Where messages go that one group of consumers could not handle. */
export const deadLettersOf = (group: string): string => `bus:dead:${group}`;

/** About this many messages stay readable in a stream. */
export const STREAM_LENGTH = 100_000;

/** The field of a stream entry that holds the envelope as JSON. */
export const ENVELOPE_FIELD = 'envelope';
