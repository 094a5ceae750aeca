import { childSpan, type Span } from './span.js';

/**
 * The span of a call over HTTP, which the called service continues. Of its address the host alone is kept.
 */
export function callSpan(method: string, address?: string): Span | undefined {
  const span = childSpan(method, { kind: 'client', attributes: { 'http.request.method': method } });
  if (span && address !== undefined) span.set({ 'server.address': new URL(address).host });
  return span;
}

/** Ends it with the status of the answer. */
export function endCall(span: Span | undefined, status: number): void {
  span?.set({ 'http.response.status_code': status });
  span?.end(status >= 400 ? String(status) : undefined);
}
