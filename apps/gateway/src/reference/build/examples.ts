import { apiVersions, type ProblemCode, type ProblemExtensions, problems } from '@safety/contracts';
import { sample } from 'openapi-sampler';
import type { Answer, MediaType, Operation } from './merge-documents.js';

const EXAMPLE_ID = '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6071';
const PROBLEM_JSON = 'application/problem+json';
/** What a problem says beside what all of them do. */
const MEMBERS: Partial<Record<ProblemCode, ProblemExtensions>> = {
  'endpoint-removed': { successor: '/personnel' },
  'rate-limited': { policy: 'company' },
  'unsupported-api-version': { supportedVersions: [...apiVersions] },
  'version-mismatch': { currentVersion: 2 },
};
const CODE = /`([a-z-]+)`/;

/**
 * Gives every body of an operation an example: bodies by their schemas, problems by the first code they may
 * have.
 */
export function addExamples(path: string, operation: Operation, document: object): void {
  for (const body of Object.values(operation.requestBody?.content ?? {})) {
    body.example ??= exampleOf(body, document, { skipReadOnly: true });
  }
  for (const answer of Object.values(operation.responses)) {
    for (const [type, body] of Object.entries(answer.content ?? {})) {
      body.example ??= type === PROBLEM_JSON ? problemOf(path, answer) : exampleOf(body, document, {});
    }
  }
}

function exampleOf(body: MediaType, document: object, options: object): unknown {
  return readable(sample(body.schema, { quiet: true, ...options }, document));
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/**
 * The sampler makes ids that no row could have, and an empty element where a list holds what it is a part of.
 */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => !isEmpty(element)).map(readable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, readable(member)]));
  return typeof value === 'string' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value)
    ? EXAMPLE_ID
    : value;
}

function problemOf(path: string, { description }: Answer): object {
  const code = CODE.exec(description)?.[1] as ProblemCode;
  const { status, title } = problems[code];
  return {
    type: `urn:problem-type:${code}`,
    title,
    status,
    instance: path.replace(/^\/[a-z]+/, '').replaceAll(/\{\w+\}/g, EXAMPLE_ID),
    code,
    traceId: EXAMPLE_ID,
    ...MEMBERS[code],
  };
}
