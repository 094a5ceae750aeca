import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';

/**
 * Ends the connection of a client, also where answers to earlier requests are under way on it before this
 * one. An answer that only its connection ends would look whole by an ordinary end: over TLS none is said,
 * and else the connection is reset.
 */
export function cutOff({ socket }: IncomingMessage, answer: ServerResponse, saysItsLength: boolean): void {
  if (!saysItsLength && !answer.chunkedEncoding && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  answer.destroy();
  socket.destroy();
}
