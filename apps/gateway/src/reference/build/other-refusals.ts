import type { Operation } from './merge-documents.js';

/**
 * Refusals that have nothing to do with what an operation does: limits of a request, and how it is written.
 */
const CODES = [
  'request-timeout',
  'bad-request',
  'not-found',
  'method-not-allowed',
  'payload-too-large',
  'uri-too-long',
  'unsupported-media-type',
  'expectation-failed',
  'headers-too-large',
];

/**
 * Says that any other answer is a problem too, so that a client that is generated knows what it looks like.
 */
export function describeOtherRefusals(operation: Operation): void {
  operation.responses['default'] = {
    description: `Whatever else is wrong with the request itself: ${CODES.map((code) => `\`${code}\``).join(', ')}`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
