import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { defineEvent, type Envelope, type EventContract } from '@safety/contracts';
import { createLogger, type Logger } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { z } from 'zod';

export const logger: Logger = createLogger('bus', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

/** A fact of a service that nobody else is. */
export function newEvent() {
  const owner = `spec-${randomUUID()}` as EventContract['owner'];
  return defineEvent({ name: 'number-told.v1', owner, payload: z.object({ number: z.int() }) });
}

export const envelopeOf = (number: unknown, companyId: string | null = randomUUID()): Envelope => ({
  id: newId(),
  type: 'number-told.v1',
  companyId,
  occurredAt: new Date().toISOString(),
  payload: { number },
});

/** A way to Redis that a test can cut and mend. */
export class Line {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  constructor(private readonly target: string) {}

  /** The address of this end; nobody answers there while the line is cut. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  async mend(): Promise<void> {
    const { hostname, port } = new URL(this.target);
    this.server = createServer((near) => {
      const far = connect(Number(port || 6379), hostname);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      }
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as { port: number }).port;
  }

  async cut(): Promise<void> {
    if (!this.server?.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
