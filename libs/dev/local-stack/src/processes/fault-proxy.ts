import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * Tells connections apart by the first piece that went to the server: PostgreSQL's has the names of the user
 * and the database in it.
 */
export type WhichConnections = (greeting: string) => boolean;

/**
 * Tells the piece that {@link FaultProxy.stopAt} stops at; `connection` is the same object for all pieces of
 * one connection.
 */
export type WhichPiece = (piece: string, connection: { readonly greeting: string }) => boolean;

/**
 * Where {@link FaultProxy.stopAt} stops a connection: the piece is kept back, or it passes and its answer is
 * kept back.
 */
export type StopAt = 'before' | 'after';

const EVERY: WhichConnections = () => true;

/**
 * Stands between a client and a server and can cut, hold, slow or stop their connections, as a network does.
 */
export class FaultProxy {
  private server: Server | undefined;
  private readonly connections = new Set<Connection>();
  private port = 0;
  private isHeld: WhichConnections | undefined;
  private slowed: { which: WhichConnections; delayMs: number } | undefined;
  private trap: { isIt: WhichPiece; where: StopAt; caught: () => void } | undefined;

  /** @param target address of the server behind it */
  constructor(
    private readonly target: string,
    private readonly defaultPort = 6379,
  ) {}

  /** The address of this end; nobody answers there while the line is cut. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** Starts to pass everything on, or does so again. */
  async restore(): Promise<void> {
    this.release();
    if (this.server?.listening) return;
    this.server = createServer((near) => this.join(near)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as { port: number }).port;
  }

  /** Ends every connection and takes no new one. */
  async cut(): Promise<void> {
    this.release();
    if (!this.server?.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    for (const connection of this.connections) connection.destroy();
    await closed;
  }

  /** Takes connections and lets nothing through, on all of them or on those of one kind. */
  hold(which = EVERY): void {
    this.isHeld = which;
    for (const connection of this.connections) if (which(connection.greeting)) connection.pause();
  }

  /** Keeps each piece that goes to the server for so long. */
  slow(delayMs: number, which = EVERY): void {
    this.slowed = { which, delayMs };
  }

  /** Stops the connection on which the first such piece goes to the server; resolves when it has happened. */
  stopAt(isIt: WhichPiece, where: StopAt): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.trap = { isIt, where, caught: resolve };
    return promise;
  }

  private join(near: Socket): void {
    const { hostname, port } = new URL(this.target);
    const far = connect(Number(port || this.defaultPort), hostname);
    const connection = new Connection(near, far, (piece, pass) => this.passOn(connection, piece, pass));
    this.connections.add(connection);
    near.on('close', () => this.connections.delete(connection));
  }

  private passOn(connection: Connection, piece: Buffer, pass: () => void): void {
    if (this.isHeld?.(connection.greeting)) {
      connection.pause(pass);
      return;
    }
    if (this.trap?.isIt(piece.toString('latin1'), connection)) {
      const { where, caught } = this.trap;
      this.trap = undefined;
      if (where === 'after') pass();
      connection.pause(where === 'before' ? pass : undefined);
      caught();
    } else if (this.slowed?.which(connection.greeting)) setTimeout(pass, this.slowed.delayMs);
    else pass();
  }

  private release(): void {
    this.isHeld = undefined;
    this.slowed = undefined;
    this.trap = undefined;
    for (const connection of this.connections) connection.resume();
  }
}

/** One client and the server, joined. */
class Connection {
  greeting = '';
  private kept: (() => void) | undefined;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    onPiece: (piece: Buffer, pass: () => void) => void,
  ) {
    const gate = new Transform({
      transform: (piece: Buffer, _, done) => {
        this.greeting ||= piece.toString('latin1');
        onPiece(piece, () => done(null, piece));
      },
    });
    near.pipe(gate).pipe(far).pipe(near);
    for (const socket of [near, far]) {
      // A pipe passes on an end, but not a reset.
      socket.on('error', () => undefined).on('close', () => this.destroy());
    }
  }

  /** Lets nothing through; `kept` passes on what was on its way. */
  pause(kept?: () => void): void {
    this.kept ??= kept;
    this.far.pause();
  }

  resume(): void {
    this.kept?.();
    this.kept = undefined;
    this.far.resume();
  }

  destroy(): void {
    this.near.destroy();
    this.far.destroy();
  }
}
