import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server, to be used in its place, that can be cut, held and mended: as a network does it. */
export class Line {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private isHeld = false;

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

  /** Lets everything through, from now on or again. */
  async mend(): Promise<void> {
    if (this.isHeld) this.release();
    if (this.server?.listening) return;
    const { hostname, port } = new URL(this.target);
    this.server = createServer((near) => {
      const far = connect(Number(port || this.defaultPort), hostname);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket
          .on('error', () => undefined)
          .on('close', () => {
            this.sockets.delete(socket);
            // A pipe passes on an end, but not a reset.
            near.destroy();
            far.destroy();
          });
        if (this.isHeld) socket.pause();
      }
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as { port: number }).port;
  }

  /** Ends every connection and takes no new one. */
  async cut(): Promise<void> {
    if (this.isHeld) this.release();
    if (!this.server?.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Takes connections and lets nothing through. */
  hold(): void {
    this.isHeld = true;
    for (const socket of this.sockets) socket.pause();
  }

  private release(): void {
    this.isHeld = false;
    for (const socket of this.sockets) socket.resume();
  }
}
