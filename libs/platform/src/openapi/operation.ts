import { STATUS_CODES } from 'node:http';
import {
  API_VERSION_HEADER,
  apiVersions,
  COMPANY_CONTEXT_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  idSchema,
  type ProblemCode,
  problemSchema,
  problems,
} from '@safety/contracts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { deprecationNote } from '../schema/deprecated.js';
import type { ReturnsMetadata } from '../schema/returns.js';
import { rowMembers, sparseSchema } from '../schema/sparse.js';
import { singleReadQuery } from '../schema/unasked-query.interceptor.js';
import type { HandlerDescription } from './handlers.js';
import { documentedQuery } from './query.js';

const PROBLEM_JSON = 'application/problem+json';
const REPEATED = 'The row as it is now, which an earlier request with the same id and body has added.';
const EVERYWHERE: readonly ProblemCode[] = [
  'not-acceptable',
  'unsupported-api-version',
  'rate-limited',
  'internal-error',
  'unavailable',
];
const WITH_TOKEN: readonly ProblemCode[] = [
  'token-missing',
  'token-invalid',
  'token-expired',
  'user-required',
  'insufficient-scope',
];
const WITH_COMPANY: readonly ProblemCode[] = [
  'company-context-missing',
  'company-context-invalid',
  'company-context-multiple',
  'company-context-forbidden',
  'permission-denied',
];
const WITH_BODY: readonly ProblemCode[] = [
  'malformed-json',
  'payload-too-large',
  'unsupported-media-type',
  'validation-failed',
  'unknown-field',
];
const WITH_WRITE: readonly ProblemCode[] = ['idempotency-in-progress', 'idempotency-key-reused'];
const WITH_QUERY: readonly ProblemCode[] = ['invalid-parameter', 'unknown-parameter'];
const WITH_CHANGE: readonly ProblemCode[] = ['version-mismatch', 'precondition-required'];

/** The OpenAPI operation of a handler. */
export function operationOf(handler: HandlerDescription): ZodOpenApiOperationObject {
  const { takes, access, method, returns } = handler;
  const writes = method !== 'get';
  const query = queryOf(handler);
  const headers = z.object({
    ...(access?.company && {
      // Without the format: generated clients would take an object for it, which is no text for a header.
      [COMPANY_CONTEXT_HEADER]: idSchema.meta({
        description: 'The one company that the call works in.',
        format: undefined,
      }),
    }),
    [API_VERSION_HEADER]: z.enum(apiVersions).optional(),
    ...(writes && access?.company && { [IDEMPOTENCY_KEY_HEADER]: z.string().max(255).optional() }),
    ...(takes.ifMatch && {
      'if-match': z.string().optional().describe('The ETag of the version to change.'),
    }),
  });
  const params = Object.keys(takes.params).length > 0 ? { path: z.object(takes.params) } : {};
  return {
    operationId: operationIdOf(handler),
    tags: [handler.controller.name.replace(/Controller$/, '')],
    ...descriptionOf(handler),
    ...(handler.deprecation && { deprecated: true }),
    security: handler.isPublic ? [] : [{ accessToken: [...(access?.scopes ?? [])] }],
    requestParams: {
      header: headers,
      ...params,
      ...(query && { query: documentedQuery(query, rowMembers(returns?.schema)) }),
    },
    ...(takes.body && {
      requestBody: {
        required: true,
        content: {
          [takes.mergePatch ? 'application/merge-patch+json' : 'application/json']: { schema: takes.body },
        },
      },
    }),
    responses: responsesOf(handler),
  };
}

const queryOf = ({ takes, method, returns }: HandlerDescription): z.ZodObject | undefined =>
  takes.query ?? (method === 'get' && rowMembers(returns?.schema).length > 0 ? singleReadQuery : undefined);

function descriptionOf({ requires, deprecation }: HandlerDescription): { description?: string } {
  const sentences = [
    ...(requires ? [`Needs the permission \`${requires}\`.`] : []),
    ...(deprecation ? [deprecationNote(deprecation)] : []),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

/** `CoursesController.list` is `listCourses`. */
function operationIdOf({ name }: HandlerDescription): string {
  const [controller = '', method = ''] = name.split('.');
  return `${method}${controller.replace(/Controller$/, '')}`;
}

function problemCodesOf(handler: HandlerDescription): Set<ProblemCode> {
  const { takes, returns, isPublic, access, method } = handler;
  return new Set([
    ...EVERYWHERE,
    ...(isPublic ? [] : WITH_TOKEN),
    ...(access?.company ? WITH_COMPANY : []),
    ...(takes.body ? WITH_BODY : []),
    ...WITH_QUERY,
    ...(access?.company && method !== 'get' ? WITH_WRITE : []),
    ...(Object.keys(takes.params).length > 0 || takes.idInBody ? (['not-found'] as const) : []),
    ...(takes.ifMatch ? WITH_CHANGE : []),
    ...(returns?.mayBeRepeated ? (['duplicate'] as const) : []),
    ...(returns?.errors ?? []),
  ]);
}

function responsesOf(handler: HandlerDescription): ZodOpenApiResponsesObject {
  const { returns } = handler;
  const isReduced = 'fields' in (queryOf(handler)?.shape ?? {});
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, description] of successesOf(returns)) {
    responses[`${status}` as '200'] = {
      description,
      ...(returns?.schema && {
        content: {
          'application/json': { schema: isReduced ? sparseSchema(returns.schema) : returns.schema },
        },
      }),
      ...(returns?.etag && {
        headers: { ETag: { description: 'Made of the content.', schema: { type: 'string' } } },
      }),
    };
  }
  const codesByStatus = Map.groupBy([...problemCodesOf(handler)].sort(), (code) => problems[code].status);
  for (const [status, codes] of [...codesByStatus].sort(([a], [b]) => a - b)) {
    responses[`${status}` as '400'] = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: { [PROBLEM_JSON]: { schema: problemSchema } },
    };
  }
  return responses;
}

function successesOf(returns: ReturnsMetadata | undefined): [status: number, description: string][] {
  if (!returns || returns.status >= 400) return [];
  const success: [number, string] = [returns.status, STATUS_CODES[returns.status] ?? ''];
  return returns.mayBeRepeated ? [[200, REPEATED], success] : [success];
}
