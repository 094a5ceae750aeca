import { Body, createParamDecorator, type ExecutionContext, Param, Query } from '@nestjs/common';
import { identifiedSchema, idSchema } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Precondition, preconditionOf, requestPrecondition } from '../http/api/precondition.js';
import { readableBody } from '../http/api/unreadable-body.js';
import { addRouteConfig, type BodyReading } from '../http/route-config.js';
import { Change } from './change.js';
import { type IdentifiedChange, identifiedChange } from './identified-change.js';
import { mergePatchSchema } from './merge-patch-schema.js';

export const TAKES = 'safety:takes';

export interface TakesMetadata {
  body?: z.ZodType;
  /** The types of a body that is taken as bytes. */
  bytes?: readonly string[];
  /** Bytes of the body at most, where that is not the usual 1 MiB. */
  maxBytes?: number;
  /** `application/merge-patch+json` (RFC 7396) in place of `application/json`. */
  mergePatch?: boolean;
  /** `If-Match`, the version to change. */
  ifMatch?: boolean;
  /** No company demands that header here, since the row is yet to be made. */
  isAdded?: boolean;
  /** The body names the row to change, by `id` and `version`. */
  idInBody?: boolean;
  query?: z.ZodObject;
  params: Record<string, z.ZodType>;
}

/** A parameter decorator whose parameter must accept `Value`: anything else does not compile. */
type Takes<Value> = <Target extends object, Key extends keyof Target, Index extends number>(
  target: Target,
  key: Key,
  index: Target[Key] extends (...args: infer Args) => unknown
    ? Value extends Args[Index]
      ? Index
      : never
    : never,
) => void;

function remember(target: object, key: PropertyKey, change: (takes: TakesMetadata) => void): void {
  const handler = (target as Record<PropertyKey, object>)[key];
  if (!handler) return;
  const takes: TakesMetadata = Reflect.getMetadata(TAKES, handler) ?? { params: {} };
  change(takes);
  Reflect.defineMetadata(TAKES, takes, handler);
}

function takes<Value>(decorator: ParameterDecorator, change: (takes: TakesMetadata) => void): Takes<Value> {
  return ((target: object, key: string | symbol, index: number) => {
    decorator(target, key, index);
    remember(target, key, change);
  }) as Takes<Value>;
}

/** Tells Fastify, which reads a body before any guard runs, how to read that of the handler. */
const reading = <Value>(body: BodyReading, decorate: Takes<Value>): Takes<Value> =>
  ((target: object, key: string, index: never) => {
    decorate(target, key as never, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (!descriptor) throw new Error(`There is no handler ${key}`);
    addRouteConfig({ body })(target, key, descriptor);
  }) as Takes<Value>;

/**
 * The JSON body of a request that names no row in its path, checked by `schema` (422 where it differs).
 * `maxBytes` lets it be larger than the usual 1 MiB, but not of more members or values than others; the route
 * table of the gateway has to pass as many.
 */
export function TakesBody<Schema extends z.ZodType>(
  schema: Schema,
  { maxBytes }: { maxBytes?: number } = {},
): Takes<z.output<Schema>> {
  const decorate: Takes<z.output<Schema>> = takes(Body({ schema }), (metadata) => {
    metadata.body = schema;
    if (maxBytes !== undefined) metadata.maxBytes = maxBytes;
  });
  return maxBytes === undefined ? decorate : reading({ maxBytes }, decorate);
}

const bytesParameter = createParamDecorator((_: unknown, context: ExecutionContext): Buffer => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  return (readableBody(body) as Buffer | undefined) ?? Buffer.alloc(0);
});

/** A body of one of these types in place of JSON, as its bytes, such as a table to import; else 415. */
export const TakesBytes = (
  types: readonly Lowercase<`${string}/${string}`>[],
  { maxBytes }: { maxBytes: number },
): Takes<Buffer> =>
  reading(
    { maxBytes, types },
    takes(bytesParameter(), (metadata) => {
      metadata.bytes = types;
      metadata.maxBytes = maxBytes;
    }),
  );

const changeParameter = <Value>(schema: z.ZodType<Value>, merges: boolean): ParameterDecorator =>
  createParamDecorator((_: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return new Change(schema, request.body, requestPrecondition(request), merges);
  })();

const additionParameter = <Value>(schema: z.ZodType<Value>, ifMatch: boolean): ParameterDecorator =>
  createParamDecorator((_: unknown, context: ExecutionContext) => {
    const { body, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    return new Change(schema, body, ifMatch ? preconditionOf(headers['if-match']) : undefined, false);
  })();

const identifiedChangeParameter = <Value>(schema: z.ZodType<Value>): ParameterDecorator =>
  createParamDecorator((_: unknown, context: ExecutionContext) =>
    identifiedChange(schema, context.switchToHttp().getRequest<FastifyRequest>()),
  )();

/**
 * A change of one row by a JSON body that `schema` describes; checked once the row is found. The path names
 * the row, or, with `idIn: 'body'`, the members `id` and `version` of the body do, for writes of a whole
 * collection.
 */
export function TakesChange<Schema extends z.ZodType>(schema: Schema): Takes<Change<z.output<Schema>>>;
export function TakesChange<Schema extends z.ZodType>(
  schema: Schema,
  options: { idIn: 'body' },
): Takes<IdentifiedChange<z.output<Schema>>>;
export function TakesChange<Schema extends z.ZodType>(
  schema: Schema,
  options?: { idIn: 'body' },
): Takes<IdentifiedChange<z.output<Schema>>> {
  const parameter = options ? identifiedChangeParameter(schema) : changeParameter(schema, false);
  return takes(parameter, (metadata) => {
    metadata.body = options ? identifiedSchema(schema) : schema;
    metadata.ifMatch = true;
    if (options) metadata.idInBody = true;
  });
}

/**
 * A row to add below the one that the path names; its body is checked once that one is found. `ifMatch` lets
 * a caller say which version of the row above is meant.
 */
export const TakesAddition = <Schema extends z.ZodType>(
  schema: Schema,
  { ifMatch = false } = {},
): Takes<Change<z.output<Schema>>> =>
  takes(additionParameter(schema, ifMatch), (metadata) => {
    metadata.body = schema;
    metadata.ifMatch = ifMatch;
    metadata.isAdded = true;
  });

/** A change of the row that the path names, by a merge patch (RFC 7396) of what `schema` describes. */
export const TakesMergePatch = <Schema extends z.ZodType>(schema: Schema): Takes<Change<z.output<Schema>>> =>
  takes(changeParameter(schema, true), (metadata) => {
    metadata.body = mergePatchSchema(schema);
    metadata.mergePatch = true;
    metadata.ifMatch = true;
  });

const ifMatchParameter = createParamDecorator(
  (_: unknown, context: ExecutionContext): Precondition =>
    requestPrecondition(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The precondition of a write without a body. */
export const IfMatch = (): Takes<Precondition> =>
  takes(ifMatchParameter(), (metadata) => {
    metadata.ifMatch = true;
  });

/** The query of the request, checked by `schema`, which is strict (400 where it differs). */
export const TakesQuery = <Schema extends z.ZodObject>(schema: Schema): Takes<z.output<Schema>> =>
  takes(Query({ schema }), (metadata) => {
    metadata.query = schema;
  });

/** A path parameter; a value that `schema` refuses cannot exist, so the answer is 404. */
export const TakesParam = <Schema extends z.ZodType<unknown, string>>(
  name: string,
  schema: Schema,
): Takes<z.output<Schema>> =>
  takes(Param(name, { schema }), (metadata) => {
    metadata.params[name] = schema;
  });

/** The id of a row in the path; one that is no id is 404. */
export const TakesId = (name = 'id'): Takes<string> => TakesParam(name, idSchema);
