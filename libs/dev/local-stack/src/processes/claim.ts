import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectName } from '../project.js';

/** A name only one process of this user may hold at a time. */
export interface Claim {
  release(): Promise<void>;
}

/**
 * Claims a name on this machine, or answers undefined when a living process holds it. A claim is a listening
 * Unix socket: unlike a lock file it ends with its process, however that ends, and cannot be confused by a
 * reused process id.
 */
export async function claim(name: string): Promise<Claim | undefined> {
  const path = socketOf(name, process.getuid?.());
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const server = await listen(path);
    if (server !== undefined) return { release: () => close(server) };
    if (await answers(path)) return undefined;
    await rm(path, { force: true });
  }
  return undefined;
}

/** Whether a living process of a user holds a name. */
export const isClaimed = (name: string, uid: number): Promise<boolean> => answers(socketOf(name, uid));

/** Linux has socket names outside the file system, which need no tidying up after a killed process. */
function socketOf(name: string, uid = 0): string {
  const socket = `${projectName}-${uid}-${name}`;
  return platform() === 'linux' ? `\0${socket}` : join(tmpdir(), `${socket}.sock`);
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => resolve(server));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
