import { type ProblemCode, problemReasons } from '@safety/contracts';
import type { Operation } from './merge-documents.js';

/** Refusals of the request itself: its limits, and how it is written. */
const CODES: readonly ProblemCode[] = [
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
    description: [
      'Another mistake of the request itself:',
      ...CODES.map((code) => `- \`${code}\`: ${problemReasons[code]}`),
    ].join('\n'),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
