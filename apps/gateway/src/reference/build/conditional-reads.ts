import type { Answer, Operation } from './merge-documents.js';

const ETAG = { ETag: { $ref: '#/components/headers/ETag' } };

/**
 * Describes what follows from a version: the answer that has one carries it as `ETag`, and who sends that
 * again reads 304 until there is a newer one (RFC 9110 section 13.1.2).
 */
export function describeConditionalReads(
  method: string,
  operation: Operation,
  schemas: Record<string, unknown>,
): void {
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  if (!answer || !(hasVersion(answer, schemas) || answer.headers?.['ETag'])) return;
  answer.headers = { ...ETAG, ...answer.headers };
  if (method !== 'get') return;
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IfNoneMatch' }];
  operation.responses['304'] = { description: 'What `If-None-Match` names is still so.', headers: ETAG };
}

function hasVersion({ content }: Answer, schemas: Record<string, unknown>): boolean {
  const schema = content?.['application/json']?.schema as { $ref?: string } | undefined;
  const name = schema?.$ref?.split('/').at(-1) ?? '';
  const { properties = {} } = (schemas[name] ?? {}) as { properties?: object };
  return 'version' in properties && 'id' in properties;
}
