import { STATUS_CODES } from 'node:http';
import {
  API_VERSION_HEADER,
  apiVersions,
  COMPANY_CONTEXT_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  idSchema,
  problemReasons,
  problemSchema,
  problems,
} from '@safety/contracts';
import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { deprecationNote } from '../schema/deprecated.js';
import { NDJSON, type ReturnsMetadata } from '../schema/returns.js';
import { rowMembers, sparseSchema } from '../schema/sparse.js';
import type { TakesMetadata } from '../schema/takes.js';
import type { HandlerDescription } from './handlers.js';
import { problemCodesOf } from './problem-codes.js';
import { documentedQuery, queryOf } from './query.js';
import { groupOf, summaryOf } from './summary.js';
import { apiVersionHelp, versionNotes } from './versions.js';

const PROBLEM_JSON = 'application/problem+json';
/** The headers themselves are read elsewhere; any other text is 400. */
const ENTITY_TAGS = /^(?:\*|[ ,\t]*(?:(?:W\/)?"[^"]*"[ ,\t]*)+)$/;
const IDEMPOTENCY_KEY = /^[ -~]+$/;
const IDEMPOTENCY_KEY_HELP =
  'A key of your own. Repeated within 24 hours with the same body, query, `If-Match`, `If-None-Match` and ' +
  '`Api-Version`, the write is made once, and its first answer comes again, unless it was 5xx or names a row ' +
  'that may become known.';
const REPEATED = 'The row as it is now, which an earlier request with the same id and body has added.';

/** The OpenAPI operation of a handler. */
export function operationOf(
  handler: HandlerDescription,
  all: readonly HandlerDescription[],
): ZodOpenApiOperationObject {
  const { takes, access, returns } = handler;
  const query = queryOf(handler);
  const headers = z.object({
    ...(access?.company && {
      // Without the format: generated clients would take an object for it, which is no text for a header.
      [COMPANY_CONTEXT_HEADER]: idSchema.meta({
        description: 'The one company that the call works in.',
        format: undefined,
      }),
    }),
    [API_VERSION_HEADER]: z.enum(apiVersions).optional().describe(apiVersionHelp),
    ...(handler.isRepeatable && {
      [IDEMPOTENCY_KEY_HEADER]: z
        .string()
        .max(255)
        .regex(IDEMPOTENCY_KEY)
        .optional()
        .describe(IDEMPOTENCY_KEY_HELP),
    }),
    ...(takes.ifMatch && {
      'if-match': z
        .string()
        .regex(ENTITY_TAGS)
        .optional()
        .describe(takes.isAdded ? 'The ETag of the row above it.' : 'The ETag of the version to change.'),
    }),
    ...(takes.ifMatch &&
      !takes.isAdded && {
        'if-none-match': z
          .string()
          .regex(ENTITY_TAGS)
          .optional()
          .describe('ETags of versions that are not to be changed; `*` where there is to be none yet.'),
      }),
  });
  const params = Object.keys(takes.params).length > 0 ? { path: z.object(takes.params) } : {};
  return {
    operationId: operationIdOf(handler),
    tags: [groupOf(handler)],
    ...descriptionOf(handler, all),
    ...(handler.deprecation && { deprecated: true }),
    security: handler.isPublic ? [] : securityOf(handler),
    requestParams: {
      header: headers,
      ...params,
      ...(query && { query: documentedQuery(query, rowMembers(returns?.schema)) }),
    },
    ...bodyOf(takes),
    responses: responsesOf(handler),
  };
}

/** The body of a request; `x-max-bytes` says how large it may be where that is not the usual. */
function bodyOf({
  body,
  mergePatch,
  bytes,
  maxBytes,
}: TakesMetadata): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (!body && !bytes) return {};
  const json = mergePatch ? 'application/merge-patch+json' : 'application/json';
  const content = body
    ? { [json]: { schema: body } }
    : Object.fromEntries((bytes ?? []).map((type) => [type, {}]));
  return {
    requestBody: { required: true, content, ...(maxBytes !== undefined && { 'x-max-bytes': maxBytes }) },
  };
}

/** Any one of these scopes; a read is satisfied with a narrower one too. */
const securityOf = ({ access, method }: HandlerDescription): { accessToken: string[] }[] => [
  { accessToken: [...(access?.scopes ?? [])] },
  ...(method === 'get' ? (access?.readScopes ?? []) : []).map((scope) => ({ accessToken: [scope] })),
];

function descriptionOf(
  handler: HandlerDescription,
  all: readonly HandlerDescription[],
): { summary?: string; description?: string } {
  const { requires, requiresEverywhere, terms, isForMembers, isForUsers, deprecation } = handler;
  const where = requiresEverywhere ? ' in the whole company' : '';
  const { summary, description } = summaryOf(handler) ?? {};
  const sentences = [
    ...(description ? [description] : []),
    ...(isForMembers ? ['Every member of the company may call it.'] : []),
    ...(isForUsers ? ['Needs the token of a user: one that a client got for itself is refused.'] : []),
    ...(requires ? [`Needs the permission \`${requires}\`${where}.`] : []),
    ...(terms ? [terms] : []),
    ...versionNotes(handler, all),
    ...(deprecation ? [deprecationNote(deprecation)] : []),
  ];
  return {
    ...(summary && { summary }),
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
  };
}

/** `CoursesController.list` is `listCourses`. */
function operationIdOf({ name }: HandlerDescription): string {
  const [controller = '', method = ''] = name.split('.');
  return `${method}${controller.replace(/Controller$/, '')}`;
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
          [returns.lines ? NDJSON : 'application/json']: {
            schema: isReduced ? sparseSchema(returns.schema) : returns.schema,
          },
          ...Object.fromEntries((returns.types ?? []).map((type) => [type, { schema: { type: 'string' } }])),
        },
      }),
      ...headersOf(returns),
    };
  }
  const codesByStatus = Map.groupBy([...problemCodesOf(handler)].sort(), (code) => problems[code].status);
  for (const [status, codes] of [...codesByStatus].sort(([a], [b]) => a - b)) {
    responses[`${status}` as '400'] = {
      description: codes.map((code) => `- \`${code}\`: ${problemReasons[code]}`).join('\n'),
      content: { [PROBLEM_JSON]: { schema: problemSchema } },
    };
  }
  return responses;
}

/** The headers of a success that not every operation has. */
function headersOf(returns: ReturnsMetadata | undefined): Pick<ZodOpenApiResponseObject, 'headers'> {
  const { etag, alternate } = returns ?? {};
  if (!etag && !alternate) return {};
  const text = (description: string) => ({ description, schema: { type: 'string' as const } });
  return {
    headers: {
      ...(etag && { ETag: text(etagDescriptions[etag]) }),
      ...(alternate && { Link: text(`The row at \`${alternate}\`, as \`rel="alternate"\`.`) }),
    },
  };
}

const etagDescriptions: Record<NonNullable<ReturnsMetadata['etag']>, string> = {
  content: 'Made of the content.',
  'version and content': 'Made of the version and the content; `If-Match` takes it as the version.',
};

function successesOf(returns: ReturnsMetadata | undefined): [status: number, description: string][] {
  if (!returns) return [];
  const success: [number, string] = [returns.status, STATUS_CODES[returns.status] ?? ''];
  return returns.mayBeRepeated ? [[200, REPEATED], success] : [success];
}
