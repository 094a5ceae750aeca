import { sample } from 'openapi-sampler';
import { answerOf } from './example-answers.js';
import { exampleRequests } from './example-requests.js';
import { gapTable } from './example-rows/training.js';
import { type ExampleSchemas, withExamples } from './example-schemas.js';
import { exampleValues } from './example-values.js';
import type { MediaType, Operation } from './merge-documents.js';
import { problemOf } from './problem-examples.js';

const MERGE_PATCH = 'application/merge-patch+json';
const CSV = 'text/csv';
const PROBLEM_JSON = 'application/problem+json';

/** Gives every body of an operation, such as `post /courses`, an example. */
export function addExamples(name: string, operation: Operation, document: ExampleSchemas): void {
  for (const [type, body] of Object.entries(operation.requestBody?.content ?? {})) {
    const example = exampleOf(body, document, { skipReadOnly: true });
    const own = exampleRequests[name];
    body.example ??=
      type === MERGE_PATCH ? firstMembers(example) : own ? { ...(example as object), ...own } : example;
  }
  const [request] = Object.values(operation.requestBody?.content ?? {});
  for (const answer of Object.values(operation.responses)) {
    for (const [type, body] of Object.entries(answer.content ?? {})) {
      body.example ??=
        type === PROBLEM_JSON
          ? problemOf(answer)
          : answerOf(name, exampleIn(type, body, document), request?.example);
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
