import { isDeepStrictEqual } from 'node:util';

/** As much of an OpenAPI 3.1 document as merging has to know. */
export interface Document {
  openapi: string;
  info: { title: string; description: string; version: string };
  /** Groups of operations, and what they are about. */
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses?: Record<string, Answer> };
}

/** An operation, and its answers by status. */
export interface Operation {
  operationId: string;
  tags: string[];
  description?: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType>; 'x-max-bytes'?: number };
  responses: Record<string, Answer>;
  [member: string]: unknown;
}

/** One of an operation's own, or a reference to one that operations share. */
export interface Parameter {
  $ref?: string;
  name?: string;
  description?: string;
  schema?: { description?: string; [member: string]: unknown };
  [member: string]: unknown;
}

export interface MediaType {
  schema: object;
  example?: unknown;
}

/** One of an operation's own, or a reference to one that operations share. */
export interface Answer {
  $ref?: string;
  description?: string;
  content?: Record<string, MediaType>;
  headers?: Record<string, unknown>;
}

/**
 * One document of all paths and schemas. Throws when two services describe one path, name two operations
 * alike, or give one name to two schemas: a client generated from it would have one of them.
 */
export function mergeDocuments(
  documents: readonly Document[],
): Required<Pick<Document, 'paths' | 'tags' | 'components'>> {
  const paths: Document['paths'] = {};
  const schemas: Record<string, unknown> = {};
  const operationIds = new Set<string>();
  for (const document of documents) {
    for (const [path, item] of Object.entries(document.paths)) {
      if (paths[path]) throw new Error(`${path} is in two documents`);
      for (const { operationId } of Object.values(item)) {
        if (operationIds.has(operationId)) throw new Error(`${operationId} is the id of two operations`);
        operationIds.add(operationId);
      }
      paths[path] = item;
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (name in schemas && !isDeepStrictEqual(schemas[name], schema))
        throw new Error(`${name} is the name of two schemas`);
      schemas[name] = schema;
    }
  }
  const tags = documents.flatMap((document) => document.tags ?? []);
  tags.sort((a, b) => a.name.localeCompare(b.name));
  return { paths: sorted(paths), tags, components: { schemas: sorted(schemas) } };
}

const sorted = <Value>(members: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => a.localeCompare(b)));
