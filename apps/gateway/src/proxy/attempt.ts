import { endCall, failureOf, type Span, traceHeaders } from '@safety/platform';
import type { FastifyRequest } from 'fastify';

/** One attempt to pass a request on, as its trace shows it. Costs nothing where there are no traces. */
export class Attempt {
  private readonly span: Span | undefined;
  private status = 0;

  constructor(
    private readonly request: FastifyRequest,
    address: string,
  ) {
    const { method, context } = request;
    if (!context?.span?.isRecorded) return;
    this.span = context.span.child(method, {
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': new URL(address).host },
    });
  }

  /**
   * The headers of the request with those that make the service go on with the trace: below this attempt,
   * where the trace is kept.
   */
  headers(passed: readonly string[]): readonly string[] {
    const { context } = this.request;
    if (!context?.traceparent) return passed;
    return [...passed, ...Object.entries(traceHeaders(context, this.span)).flat()];
  }

  answered(status: number): void {
    this.status = status;
  }

  ended(): void {
    endCall(this.span, this.status);
  }

  failed(error: Error): void {
    this.span?.end(failureOf(error));
  }
}
