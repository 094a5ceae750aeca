import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * One address for several processes, as a cluster gives it: each connection goes to the next process that
 * takes it.
 */
export class Balancer {
  /** Where the processes are. */
  targets: readonly string[] = [];
  /** Answers a request in place of the processes; undefined lets it through. */
  standIn: ((request: string) => string | undefined) | undefined;
  private readonly server: Server = createServer((near) => void this.join(near));
  private readonly sockets = new Set<Socket>();
  private next = 0;

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  private async join(near: Socket): Promise<void> {
    this.keep(near);
    const far = await this.reach();
    if (!far) {
      near.resetAndDestroy();
      return;
    }
    this.keep(far);
    near.on('close', () => far.destroy()).on('end', () => far.end());
    far.on('close', () => near.destroy());
    near.on('data', (piece: Buffer) => {
      const answer = this.standIn?.(piece.toString('latin1'));
      if (answer !== undefined) near.write(answer);
      else far.write(piece);
    });
    far.pipe(near);
  }

  /** A connection to the first process, in turn, that takes one. */
  private async reach(): Promise<Socket | undefined> {
    const first = this.next++;
    for (let index = 0; index < this.targets.length; index++) {
      const { hostname, port } = new URL(this.targets[(first + index) % this.targets.length] ?? '');
      const socket = connect(Number(port), hostname);
      const isThere = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
      if (isThere) return socket;
    }
    return undefined;
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
  }
}
