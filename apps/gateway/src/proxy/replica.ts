import type { DuplexOptions } from 'node:stream';
import { buildConnector, Pool } from 'undici';
import { AgingClient } from './aging-client.js';
import { Breaker } from './breaker.js';
import { SlowClients } from './slow-clients.js';

const CONNECT_WITHIN_MS = 2_000;
/** A process that is stopping says so with each answer: whether one meant it is soon found out. */
const LEAVES_FOR_MS = 1_000;
/** Part of the connections that clients may keep by sending or reading slowly. */
const SLOW_SHARE = 0.25;

const connectionOptions: Exclude<buildConnector.BuildOptions, undefined> &
  Pick<DuplexOptions, 'highWaterMark'> = {
  timeout: CONNECT_WITHIN_MS,
  // Bytes of an answer that are read ahead of its client, rounded up to what Node reads at once, 64 KiB.
  highWaterMark: 16 * 1024,
};

/**
 * Drops what was received on a connection and never read. Closed sockets live until V8's next full
 * collection, since Node makes a function for each that V8 puts among the old objects: what slow readers left
 * unread would be garbage that piles up.
 */
function connector(servername: string | undefined): buildConnector.connector {
  const connectWithin = buildConnector({ ...connectionOptions, ...(servername && { servername }) });
  return (options, connected) =>
    connectWithin(options, (...result) => {
      const [, socket] = result;
      // undici reads first: it takes what is left when a service ends its answer by closing.
      socket?.once('close', () => process.nextTick(() => socket.read()));
      connected(...result);
    });
}

export interface UpstreamOptions {
  /** Connections to each process at most. */
  connections: number;
  /** Requests that may wait for one of them. */
  waiting: number;
}

/** One process of a service: its connections, and how it is doing. */
export class Replica {
  readonly pool: Pool;
  readonly breaker = new Breaker();
  readonly slowClients: SlowClients;
  inFlight = 0;
  private leavesUntil = 0;

  constructor(
    readonly address: string,
    { connections }: UpstreamOptions,
    certifiedName?: string,
  ) {
    this.slowClients = new SlowClients(Math.ceil(connections * SLOW_SHARE));
    this.pool = new Pool(address, {
      connections,
      connect: connector(certifiedName),
      factory: (origin, options) => new AgingClient(origin, options),
      clientTtl: AgingClient.TTL,
      // An exchange keeps the time of its answer, since only that counts the wait for a connection too.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Whether it is about to stop, so that others should be asked. */
  get isLeaving(): boolean {
    return this.leavesUntil > performance.now();
  }

  /** It has ended its connection with an answer, as a process does that is stopping. */
  leaves(): void {
    this.leavesUntil = performance.now() + LEAVES_FOR_MS;
  }
}
