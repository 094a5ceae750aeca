import { COMPANY_CONTEXT_HEADER, type ProblemCode, problemReasons, problems } from '@safety/contracts';
import { type RemovedEndpoint, removedEndpoints } from '../../route-table.js';
import type { Answer, Document, Operation } from './merge-documents.js';
import { problemExample } from './problem-examples.js';

const GROUP = 'Removed';
const PROBLEM = { $ref: '#/components/schemas/Problem' };

/** The refusals of the gateway that come before it says that the endpoint was removed, or in its place. */
const CODES: readonly ProblemCode[] = [
  'company-context-missing',
  'company-context-invalid',
  'company-context-multiple',
  'token-missing',
  'token-invalid',
  'token-expired',
  'company-context-forbidden',
  'insufficient-scope',
  'rate-limited',
  'internal-error',
  'unavailable',
];

/** The document of the endpoints that the gateway answers with 410, out of its own table. */
export function removedDocument(): Document {
  return {
    openapi: '3.1.0',
    info: { title: GROUP, description: GROUP, version: '' },
    tags: [{ name: GROUP, description: 'Operations of earlier versions, each with its successor.' }],
    paths: Object.fromEntries(
      removedEndpoints.map((endpoint) => [endpoint.prefix, { get: operationOf(endpoint) }]),
    ),
    components: { schemas: {} },
  };
}

function operationOf({ prefix, strip, successor, access }: RemovedEndpoint): Operation {
  const path = prefix.slice(strip.length);
  const codes = Map.groupBy(CODES, (code) => problems[code].status);
  return {
    operationId: `removed${path.replace(/\/(.)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [GROUP],
    summary: `GET ${path} (removed)`,
    description: `Removed from the API. Use GET ${successor.replace('*', '')}.`,
    security: securityOf(access),
    parameters: [
      {
        in: 'header',
        name: COMPANY_CONTEXT_HEADER,
        required: true,
        schema: { type: 'string' },
        description: 'The one company that the call works in.',
      },
    ],
    responses: {
      ...Object.fromEntries([...codes].map(([status, some]) => [status, answerOf(some)])),
      [problems['endpoint-removed'].status]: removedAnswer(path, successor.replace('*', '')),
    },
  };
}

/** As of any read: the narrower scope is enough. */
const securityOf = (access: RemovedEndpoint['access']): Record<string, string[]>[] =>
  access === 'public'
    ? [{ accessToken: [] }]
    : [...access.scopes, ...access.readScopes].map((scope) => ({ accessToken: [scope] }));

/** 410, with the successor of this path as its example. */
const removedAnswer = (path: string, successor: string): Answer => ({
  description: `- \`endpoint-removed\`: ${problemReasons['endpoint-removed']}`,
  content: {
    'application/problem+json': {
      schema: PROBLEM,
      example: problemExample('endpoint-removed', {
        detail: `This endpoint was removed. Use ${successor}.`,
        instance: path,
        successor,
      }),
    },
  },
});

const answerOf = (codes: readonly ProblemCode[]): Answer => ({
  description: codes.map((code) => `- \`${code}\`: ${problemReasons[code]}`).join('\n'),
  content: { 'application/problem+json': { schema: PROBLEM } },
});
