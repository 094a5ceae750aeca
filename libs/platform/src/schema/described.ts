import { SetMetadata } from '@nestjs/common';

export const RESOURCE = 'safety:resource';
export const SUMMARY = 'safety:summary';

/** The words with which the reference speaks of what a controller is about. */
export interface ResourceWords {
  /** One of them, with its article: `an org structure`. */
  one: string;
  /** Several: `org structures`. */
  many: string;
  /** The group of operations in the reference; default `many`. */
  group?: string;
  /** Their meaning, in one sentence; stated once for each group. */
  about?: string;
}

/**
 * Names what the handlers of a controller are about. The usual ones (`list`, `get`, `add` …) are described by
 * it.
 */
export const Resource = (words: ResourceWords): ClassDecorator => SetMetadata(RESOURCE, words);

/** A summary in a few words, and a sentence or more. */
export interface HandlerSummary {
  summary: string;
  description: string;
}

/** Describes a handler that is none of the usual ones, or does more than its name says. */
export const Summary = (summary: string, description: string): MethodDecorator =>
  SetMetadata(SUMMARY, { summary, description } satisfies HandlerSummary);
