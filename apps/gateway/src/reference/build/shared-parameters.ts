import type { Operation } from './merge-documents.js';

const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  in: 'header',
  name,
  description,
  schema,
});

/** Headers that requests share, as components. */
export const sharedParameters = {
  RequestId: header('x-request-id', 'An id of your own for the request; without one it gets a new one.', {
    type: 'string',
    pattern: '^[A-Za-z0-9._-]{1,64}$',
  }),
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
