import type { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SETTINGS } from '@safety/platform';
import type { GatewaySettings } from '../config.js';
import { countedAs } from './client-address.js';

/**
 * Keeps one address from holding all the connections that the process can have. A further one is closed as it
 * comes, without an answer: before TLS there is none that could be read. Behind a proxy every connection
 * comes from the proxy, so there is no limit unless a setting says one.
 */
export function limitConnections(app: NestFastifyApplication): void {
  const { CONNECTIONS_PER_ADDRESS: most } = app.get<GatewaySettings>(SETTINGS);
  if (most === 0) return;
  const open = new Map<string, number>();
  app.getHttpServer().on('connection', (socket: Socket) => {
    const address = countedAs(socket.remoteAddress ?? 'unknown');
    const others = open.get(address) ?? 0;
    if (others >= most) {
      socket.destroy();
      return;
    }
    open.set(address, others + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
