import type { Answer, Operation } from './merge-documents.js';

const ETAG = { ETag: { $ref: '#/components/headers/ETag' } };
const LOCATION = { Location: { $ref: '#/components/headers/Location' } };

/**
 * Describes what follows from a version: the answer that has one carries it as `ETag`, a new row its
 * `Location`, and a read with that `ETag` is 304 until there is a newer version (RFC 9110 section 13.1.2).
 */
export function describeConditionalReads(
  method: string,
  operation: Operation,
  schemas: Record<string, unknown>,
): void {
  // A handler that may have added the row before has two: 200 and 201.
  const answers = Object.entries(operation.responses).filter(
    ([status, answer]) => status.startsWith('2') && (hasVersion(answer, schemas) || answer.headers?.['ETag']),
  );
  for (const [status, answer] of answers)
    answer.headers = { ...ETAG, ...(status === '201' && LOCATION), ...answer.headers };
  if (method !== 'get' || answers.length === 0) return;
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IfNoneMatch' }];
  const link = answers[0]?.[1].headers?.['Link'];
  operation.responses['304'] = {
    description: 'What `If-None-Match` names is still so.',
    headers: { ...ETAG, ...(link !== undefined && { Link: link }) },
  };
}

function hasVersion({ content }: Answer, schemas: Record<string, unknown>): boolean {
  const schema = content?.['application/json']?.schema as { $ref?: string } | undefined;
  const name = schema?.$ref?.split('/').at(-1) ?? '';
  const { properties = {} } = (schemas[name] ?? {}) as { properties?: object };
  return 'version' in properties && 'id' in properties;
}
