import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problems, REQUEST_ID_HEADER } from '@safety/contracts';

/** Node's error codes for bytes that are no request; the rest is a bad request. */
const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * Node keeps here the answer that is under way on a connection, as its own handler of these errors needs to
 * know.
 */
type ClientSocket = Socket & { _httpMessage?: ServerResponse };

/**
 * Answers bytes that are no request, or too slow to become one: there is nothing yet that a hook or handler
 * could answer. Nothing is logged, since the error carries the bytes and so perhaps a token.
 */
export function answerClientError(error: Error & { code?: string }, socket: ClientSocket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // In the middle of an answer another one would be taken for a part of it.
  const answers = socket.writable && socket._httpMessage?.headersSent !== true;
  if (answers) socket.write(answerOf(CODES[error.code ?? ''] ?? 'bad-request'));
  socket.destroy();
}

/**
 * Answers in the one format what Node answers without a word: CONNECT, which asks for a tunnel (RFC 9110
 * sections 9.3.6 and 15.6.2), and an expectation, which becomes a request like all others and is refused as
 * one.
 */
export function answerLikeAnyOther(server: Server): void {
  server.on('connect', (_request, socket) => {
    // Node lets go of the connection with this event: nobody else hears of its errors, or ends it.
    socket.on('error', () => undefined).resume();
    socket.end(answerOf('not-implemented'), () => socket.destroy());
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function answerOf(code: ProblemCode): string {
  const { status, title } = problems[code];
  const traceId = randomUUID();
  const body = JSON.stringify({
    type: `urn:problem-type:${code}`,
    title,
    status,
    instance: '',
    code,
    traceId,
  });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `${REQUEST_ID_HEADER}: ${traceId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
