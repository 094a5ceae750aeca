import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problems } from '@safety/contracts';

/** What Node cannot read as a request, by the code of its error; the rest is a bad request. */
const CODES: Record<string, ProblemCode> = { HPE_HEADER_OVERFLOW: 'headers-too-large' };

/**
 * Answers bytes that are no request: there is nothing yet that a hook or handler could answer. Nothing is logged, since
 * the error carries the bytes and so perhaps a token.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(answerOf(CODES[error.code ?? ''] ?? 'bad-request'));
  socket.destroy();
}

function answerOf(code: ProblemCode): string {
  const { status, title } = problems[code];
  const type = `urn:problem-type:${code}`;
  const body = JSON.stringify({ type, title, status, instance: '', code, traceId: randomUUID() });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
