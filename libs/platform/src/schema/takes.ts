import { Body, Param, Query } from '@nestjs/common';
import { z } from 'zod';

export const TAKES = 'safety:takes';

const mergePatchSchema = z.record(z.string(), z.unknown());

export interface TakesMetadata {
  body?: z.ZodType;
  /** `application/merge-patch+json` (RFC 7396) in place of `application/json`. */
  mergePatch?: boolean;
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

/** The JSON body of the request, checked by `schema` (422 where it differs). */
export const TakesBody = <Schema extends z.ZodType>(schema: Schema): Takes<z.output<Schema>> =>
  takes(Body({ schema }), (metadata) => {
    metadata.body = schema;
  });

/** A merge patch (RFC 7396) of what `schema` describes; checked after it is applied. */
export const TakesMergePatch = (schema: z.ZodType): Takes<Record<string, unknown>> =>
  takes(Body({ schema: mergePatchSchema }), (metadata) => {
    metadata.body = schema;
    metadata.mergePatch = true;
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
