import { requestContext } from '../http/request-context.js';

type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/**
 * Attributes, by the names of OpenTelemetry. Never an id of a user or a company, an address with its path or
 * query, a key of Redis, or the text of a statement: operators of the collector may read none of them.
 */
export type SpanAttributes = Record<string, string | number>;

export interface SpanOptions {
  kind: SpanKind;
  attributes?: SpanAttributes;
}

/** A piece of work as a trace shows it. */
export interface Span {
  /** Makes whatever is called continue the trace, as its child (W3C Trace Context). */
  readonly traceparent: string;
  /** The id of the whole trace, the same in every service. */
  readonly traceId: string;
  /** Whether the trace is kept. One that is not has children that are not. */
  readonly isRecorded: boolean;
  readonly hasChildren: boolean;
  child(name: string, options: SpanOptions): Span;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** `failure` is a code or a class: messages of errors name rows and addresses. */
  end(failure?: string): void;
}

/** A child of the work under way; none outside of a trace that is kept. */
export function childSpan(name: string, options: SpanOptions): Span | undefined {
  const parent = requestContext()?.span;
  return parent?.isRecorded ? parent.child(name, options) : undefined;
}

/** Ends the span, if there is one, with its work. */
export const endedBy = <Result>(span: Span | undefined, work: Promise<Result>): Promise<Result> =>
  span ? ending(span, work) : work;

async function ending<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  try {
    const result = await work;
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** The code of an error, such as a SQLSTATE, else its class. */
export function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : '_OTHER';
}
