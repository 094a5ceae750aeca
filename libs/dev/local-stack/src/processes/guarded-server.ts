import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The user and group a server runs as; absent when it runs as the current user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** How to run one server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  readonly account?: Account | undefined;
  /** Folder that is removed when the server has ended: for throw-away data. */
  readonly removeAfter?: string | undefined;
}

/** A sentence about a server that ended at its start, its last words, and the way out beside mending that. */
export const didNotStart = (name: string, lastWords: string, wayOut: string | undefined): string =>
  [`${name} did not start: ${lastWords}`, ...(wayOut === undefined ? [] : [`Mend that, or ${wayOut}.`])].join(
    '\n',
  );

/** A server that ends with the current process, however that ends. */
export class GuardedServer {
  private exited = false;

  private constructor(
    private readonly guard: ReturnType<typeof spawn>,
    private readonly logFile: string,
    private readonly removeAfter: string | undefined,
  ) {
    guard.once('exit', () => {
      this.exited = true;
    });
  }

  /**
   * Starts the server in its own session (Ctrl-C must not reach it before the services have stopped); output
   * goes to `logFile`.
   */
  static start(server: ServerCommand, logFile: string): GuardedServer {
    const log = openSync(logFile, 'w');
    const guard = spawn(
      process.execPath,
      [
        '--max-old-space-size=32',
        fileURLToPath(new URL('./guard.js', import.meta.url)),
        JSON.stringify(server),
      ],
      { detached: true, stdio: ['ignore', log, log, 'ipc'], env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
    );
    closeSync(log);
    guard.unref();
    guard.channel?.unref();
    return new GuardedServer(guard, logFile, server.removeAfter);
  }

  /** True until the server has ended for good. */
  get running(): boolean {
    return !this.exited;
  }

  /** The last lines the server wrote. */
  get lastWords(): string {
    return readFileSync(this.logFile, 'utf8').trim().split('\n').slice(-5).join('\n');
  }

  /** From now on an unexpected end is answered by a restart instead of giving up. */
  keepRunning(): void {
    this.guard.send('ready');
  }

  /** Stops the server cleanly; kills it after ten seconds. */
  async stop(): Promise<void> {
    if (!this.exited) {
      const exit = once(this.guard, 'exit');
      this.guard.ref();
      if (this.guard.connected) this.guard.send('stop');
      await exit;
    }
    // Usually done already; a server that failed at its start leaves its log here for `lastWords`.
    if (this.removeAfter !== undefined) rmSync(this.removeAfter, { recursive: true, force: true });
  }
}
