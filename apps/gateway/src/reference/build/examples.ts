import { apiVersions, type ProblemCode, type ProblemExtensions, problems } from '@safety/contracts';
import { sample } from 'openapi-sampler';
import { exampleRequests } from './example-requests.js';
import { gapTable } from './example-rows/training.js';
import { type ExampleSchemas, withExamples } from './example-schemas.js';
import { exampleValues } from './example-values.js';
import type { Answer, MediaType, Operation } from './merge-documents.js';

const EXAMPLE_ID = '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6071';
const MERGE_PATCH = 'application/merge-patch+json';
const CSV = 'text/csv';
const PROBLEM_JSON = 'application/problem+json';
/** Members of a problem beside those that all of them have. */
const MEMBERS: Partial<Record<ProblemCode, ProblemExtensions>> = {
  'endpoint-removed': { successor: '/personnel' },
  'rate-limited': { policy: 'company' },
  'unsupported-api-version': { supportedVersions: [...apiVersions] },
  'version-mismatch': { currentVersion: 2 },
};
const CODE = /`([a-z-]+)`/;

/**
 * Gives every body of an operation, such as `post /courses`, an example. A problem has the first code that it
 * may have.
 */
export function addExamples(name: string, operation: Operation, document: ExampleSchemas): void {
  for (const [type, body] of Object.entries(operation.requestBody?.content ?? {})) {
    const example = exampleOf(body, document, { skipReadOnly: true });
    const own = exampleRequests[name];
    body.example ??=
      type === MERGE_PATCH ? firstMembers(example) : own ? { ...(example as object), ...own } : example;
  }
  for (const answer of Object.values(operation.responses)) {
    for (const [type, body] of Object.entries(answer.content ?? {})) {
      body.example ??= type === PROBLEM_JSON ? problemOf(answer) : exampleIn(type, body, document);
    }
  }
}

/** The one table that is answered as text is that of the gaps in training. */
const exampleIn = (type: string, body: MediaType, document: ExampleSchemas): unknown =>
  type === CSV ? gapTable : exampleOf(body, document, {});

const exampleOf = (body: MediaType, document: ExampleSchemas, options: object): unknown =>
  sample(withExamples(body.schema, exampleValues()), { quiet: true, ...options }, document);

/** A patch names what changes, not everything. */
const firstMembers = (example: unknown): unknown =>
  Object.fromEntries(
    Object.entries(example as object)
      .filter(([, value]) => value !== null)
      .slice(0, 2),
  );

/** Of any operation: those that may be refused alike share the example. */
function problemOf({ description = '' }: Answer): object {
  const code = CODE.exec(description)?.[1] as ProblemCode;
  const { status, title } = problems[code];
  return {
    type: `urn:problem-type:${code}`,
    title,
    status,
    instance: `/courses/${EXAMPLE_ID}`,
    code,
    traceId: EXAMPLE_ID,
    ...MEMBERS[code],
  };
}
