import type { Operation } from './merge-documents.js';

const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  in: 'header',
  name,
  description,
  schema,
});

/** Headers that requests share, as components. */
export const sharedParameters = {
  // Without a pattern: another value is not refused.
  RequestId: header(
    'x-request-id',
    'An id of your own for the request, of up to 64 of `A-Z a-z 0-9 . _ -`; with none, or any other, it gets a new one.',
  ),
  AcceptLanguage: header('accept-language', 'The language of `title` in problems: en, es, ru, kk or nl.'),
  IfNoneMatch: header('if-none-match', 'The `ETag` of what you have already.'),
};

/** Says what every request may carry. */
export function describeSharedParameters(operation: Operation): void {
  const names = ['RequestId', 'AcceptLanguage'] as const;
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}
