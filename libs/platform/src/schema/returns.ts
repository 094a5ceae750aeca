import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { ProblemCode } from '@safety/contracts';
import { z } from 'zod';
import { addRouteConfig } from '../http/route-config.js';
import type { StreamedAnswer, StreamedLines } from './streamed.js';

export const RETURNS = 'safety:returns';

export interface ReturnsOptions {
  /** Success status; default 200. */
  status?: 200 | 201 | 202;
  /** Problem codes beyond those that every endpoint may answer; they go into the OpenAPI document. */
  errors?: readonly ProblemCode[];
  /** Path of the new resource for a 201, made of its members; default the path of the request and `/{id}`. */
  location?: `/${string}{${string}}${string}`;
  /** Path of another view of the resource, made of its members; answers link to it. */
  alternate?: `/${string}{${string}}${string}`;
  /**
   * Makes the ETag of the content, for an answer that is no single resource. A read of a resource that counts
   * other rows or follows the day has its version before that, which alone counts in `If-Match`.
   */
  etag?: 'content' | 'version and content';
}

export interface ReturnsMetadata
  extends Required<Pick<ReturnsOptions, 'errors'>>,
    Pick<ReturnsOptions, 'location' | 'alternate' | 'etag'> {
  status: number;
  schema: z.ZodType | null;
  /** The handler gives an `Added`: 200 in place of the status when the request was made before. */
  mayBeRepeated?: boolean;
  /** Of the body, beside JSON. */
  types?: readonly string[];
  /** The body is a line of JSON for each row, which `schema` describes; it is no JSON itself. */
  lines?: boolean;
}

/** The row of a request whose id the client made: a new one, or the one that an earlier request has added. */
export interface Added<Row> {
  readonly row: Row;
  readonly isNew: boolean;
}

type Handler<Result> = <Method extends (...args: never[]) => Result | Promise<Result>>(
  target: object,
  key: string,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * The response schema of a handler: it types the handler's result, strips everything it does not declare, and
 * is the response in the OpenAPI document.
 */
export function Returns<Schema extends z.ZodType>(
  schema: Schema,
  { status = 200, errors = [], ...options }: ReturnsOptions = {},
): Handler<z.input<Schema>> {
  const metadata: ReturnsMetadata = { status, schema, errors, ...options };
  return applyDecorators(SetMetadata(RETURNS, metadata));
}

/**
 * The handler adds a row whose id the client may have made. It answers 201 with `Location`, or 200 when the
 * same request has added the row before. `schema` describes the row of the handler's result, as in `Returns`.
 */
export function ReturnsAdded<Schema extends z.ZodType>(
  schema: Schema,
  { errors = [], ...options }: Pick<ReturnsOptions, 'errors' | 'location'> = {},
): Handler<Added<z.input<Schema>>> {
  const metadata: ReturnsMetadata = { status: 201, schema, errors, ...options, mayBeRepeated: true };
  return applyDecorators(SetMetadata(RETURNS, metadata));
}

/**
 * The handler streams an answer that may be too large to hold in memory. `schema` describes it in JSON;
 * `types` are the other types that a parameter may ask for.
 */
export function ReturnsStream<Schema extends z.ZodType>(
  schema: Schema,
  types: readonly `text/${string}`[] = [],
): Handler<StreamedAnswer<z.input<Schema>>> {
  const metadata: ReturnsMetadata = { status: 200, schema, errors: [], types };
  return applyDecorators(SetMetadata(RETURNS, metadata), addRouteConfig({ alsoAnswers: types }));
}

/** Lines of JSON, one for each row (NDJSON). */
export const NDJSON = 'application/x-ndjson';

/**
 * The handler streams one line of JSON for each row, which `schema` describes. Callers may ask for it by
 * `Accept`.
 */
export function ReturnsLines<Schema extends z.ZodType>(
  schema: Schema,
): Handler<StreamedLines<z.input<Schema>>> {
  const metadata: ReturnsMetadata = { status: 200, schema, errors: [], lines: true };
  return applyDecorators(SetMetadata(RETURNS, metadata), addRouteConfig({ alsoAnswers: [NDJSON] }));
}

/** The handler answers 204 without a body. */
export function ReturnsNothing({ errors = [] }: Pick<ReturnsOptions, 'errors'> = {}): Handler<void> {
  const metadata: ReturnsMetadata = { status: 204, schema: null, errors };
  return applyDecorators(SetMetadata(RETURNS, metadata));
}
