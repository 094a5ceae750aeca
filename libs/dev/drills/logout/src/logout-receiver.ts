import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';

/** The behaviour of a Logout Uri. */
export type Behaviour =
  | 'answers'
  | 'is dead'
  | 'never answers'
  | 'never ends its headers'
  | 'never ends its body';

/** A Logout Uri of an application. */
export interface LogoutReceiver {
  readonly uri: string;
  /** For LOGOUT_ALLOWED_HOSTS. */
  readonly host: string;
  /** Resolves when the end of this session was told, at once when it was told before. */
  told(sid: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a Logout Uri on this machine that behaves in this behaviour. */
export async function startLogoutReceiver(behaviour: Behaviour): Promise<LogoutReceiver> {
  const heard = new Set<string>();
  const calls = new EventEmitter();
  const note = (target: string): void => {
    const sid = new URL(target, 'http://receiver').searchParams.get('sid') ?? '';
    heard.add(sid);
    calls.emit(sid);
  };
  const { port, close } = await listening(serverOf(behaviour, note));
  // A port that was free a moment ago, and that nobody listens on now.
  if (behaviour === 'is dead') await close();
  return {
    uri: `http://127.0.0.1:${port}/logout`,
    host: `127.0.0.1:${port}`,
    told: async (sid) => {
      if (!heard.has(sid)) await once(calls, sid);
    },
    close: behaviour === 'is dead' ? () => Promise.resolve() : close,
  };
}

function serverOf(behaviour: Behaviour, note: (target: string) => void): Server | NetServer {
  if (behaviour === 'never ends its headers') return createServer((socket) => writeWithoutEnd(socket));
  return createHttpServer((request, response) => {
    note(request.url ?? '');
    if (behaviour === 'answers') response.end();
    if (behaviour === 'never ends its body') {
      response.on('drain', () => response.write(FILLER)).on('error', () => undefined);
      while (response.write(FILLER));
    }
  });
}

const FILLER = 'x'.repeat(1_000);

function writeWithoutEnd(socket: Socket): void {
  const line = `x-filler: ${FILLER}\r\n`;
  socket.on('error', () => undefined).on('drain', () => socket.write(line));
  socket.write('HTTP/1.1 200 OK\r\n');
  while (socket.write(line));
}

async function listening(server: Server | NetServer): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
