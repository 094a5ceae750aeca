import type { EventContract } from '@safety/contracts';

/**
 * The stream that an event travels in. Every service publishes into one of its own, whose order is the order of its facts,
 * and what is too many for it into others.
 */
export const streamOf = ({ owner, stream }: Pick<EventContract, 'owner' | 'stream'>): string =>
  stream ? `bus:${owner}:${stream.name}` : `bus:${owner}`;

/** Where messages go that one group of consumers could not handle. */
export const deadLettersOf = (group: string): string => `bus:dead:${group}`;

/** About this many messages stay readable in a stream. */
export const STREAM_LENGTH = 100_000;

/** The field of a stream entry that holds the envelope as JSON. */
export const ENVELOPE_FIELD = 'envelope';
