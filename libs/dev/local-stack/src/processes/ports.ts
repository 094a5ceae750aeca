import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { SetupError } from '../setup-error.js';
import { type Claim, claim } from './claim.js';

/**
 * A port on 127.0.0.1 that nothing listens on and that no other run of this project may choose until it is
 * released.
 */
export interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/** Keeps every run of this project from choosing a port; undefined when one has chosen it. */
export const claimPort = (port: number): Promise<Claim | undefined> => claim(`port-${port}`);

/**
 * Reserves `preferred` when it is free, another port otherwise. Other ports come from 20000 to 31999: below
 * the range operating systems take outgoing connections from, so a busy client cannot occupy one between this
 * check and its use.
 */
export async function reservePort(preferred?: number): Promise<ReservedPort> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = attempt === 0 && preferred !== undefined ? preferred : randomInt(20_000, 32_000);
    const held = await claimPort(port);
    if (held === undefined) continue;
    if (await isFree(port)) return { port, release: held.release };
    await held.release();
  }
  throw new SetupError('No free TCP port was found between 20000 and 31999 on 127.0.0.1.');
}

/**
 * Refuses an occupied public port. Retries for a second: the services of a run that was just killed may still
 * be leaving.
 * @throws SetupError that names the port and the setting to change.
 */
export async function requirePublicPort(port: number, host = '127.0.0.1'): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await isFree(port, host)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new SetupError(
    `Port ${port} is already in use: stop the program that listens there, or choose another one with PORT=${port + 10} npx --yes pnpm start.`,
  );
}

/** True when nothing answers on either loopback address and `host` can be listened on. */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  if ((await Promise.all([answers(port, '127.0.0.1'), answers(port, '::1')])).includes(true)) return false;
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(cannotListen(port, host, error));
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

function cannotListen(port: number, host: string, cause: NodeJS.ErrnoException): SetupError {
  const wayOut =
    cause.code === 'EACCES'
      ? 'set PORT to 1024 or more'
      : 'unset HOST, or set it to an address of this machine';
  return new SetupError(`Cannot listen on ${host}:${port} (${cause.code ?? cause.message}): ${wayOut}.`, {
    cause,
  });
}

/** True when something accepts connections on this port. */
export function answers(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
