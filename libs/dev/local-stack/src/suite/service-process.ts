import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../setup-error.js';
import { lastWords } from './last-words.js';
import { restartPauseMs, steadyAfterMs } from './restart-pause.js';

const exitWithParent = new URL('../processes/exit-with-parent.js', import.meta.url).href;
/** Longer than a service's own limit for requests in flight. */
const stopGraceMs = 12_000;

/** The program to run, and the receiver of its output. */
export interface ServiceOptions {
  readonly name: string;
  /** JavaScript file that Node runs. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Base address; `/health/ready` answers 200 there when the service is ready. */
  readonly url: string;
  /** Receives every line of the service's output, without the line break. */
  readonly onLine: (line: string) => void;
  /** Receives a sentence about a crash and the restart. */
  readonly onNotice?: (sentence: string) => void;
}

/**
 * Runs one service: starts it again when it crashes, stops it when asked, never lets it outlive this process.
 */
export class ServiceProcess {
  private child: ChildProcess | undefined;
  private stopping = false;
  private wasReady = false;
  private crashes = 0;
  private lastLines: string[] = [];
  private failure: SetupError | undefined;

  constructor(private readonly options: ServiceOptions) {}

  /** Process id while the service runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts the service; {@link ready} tells when it serves. */
  start(): void {
    const child = spawnNode(this.options.file, this.options.env);
    const startedAt = Date.now();
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.lastLines = [...this.lastLines.slice(-9), line];
        this.options.onLine(line);
      });
    }
    child.once('close', (code, signal) => {
      this.child = undefined;
      if (!this.stopping) this.crashed(`${signal ?? `exit code ${code}`}`, Date.now() - startedAt);
    });
  }

  /**
   * Resolves when the service answers `/health/ready` with 200.
   * @throws SetupError when it ends before it was ever ready (a missing setting, say), or after `limitMs`
   */
  async ready(limitMs = 180_000): Promise<void> {
    for (const end = Date.now() + limitMs; Date.now() < end; await sleep(50)) {
      if (this.failure !== undefined) throw this.failure;
      if (this.child !== undefined && (await isReady(this.options.url))) {
        this.wasReady = true;
        return;
      }
      if (this.stopping) return;
    }
    throw new SetupError(
      `${this.options.name} is not ready after ${limitMs / 1_000} s: ${lastWords(this.lastLines)}`,
    );
  }

  /** Sends a signal, SIGKILL for a crash; the service comes back by itself. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    // Its end was wanted and says nothing about it: it comes back at once.
    this.crashes = 0;
    this.child?.kill(signal);
  }

  /** Stops the service for good: SIGTERM, and SIGKILL when it takes too long. */
  async stop(): Promise<void> {
    this.stopping = true;
    const child = this.child;
    if (child === undefined) return;
    const gone = once(child, 'close');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
    await gone;
    clearTimeout(timer);
  }

  private crashed(how: string, upMs: number): void {
    if (!this.wasReady) {
      this.failure = new SetupError(
        `${this.options.name} ended while starting (${how}): ${lastWords(this.lastLines)}`,
      );
      return;
    }
    this.crashes = upMs > steadyAfterMs ? 1 : this.crashes + 1;
    const pause = restartPauseMs(this.crashes);
    const { name, onNotice } = this.options;
    onNotice?.(`${name} ended (${how}); starting it again in ${pause} ms. ${lastWords(this.lastLines)}`);
    setTimeout(() => {
      if (!this.stopping) this.start();
    }, pause);
  }
}

/**
 * Node with a file, in a session of its own so that Ctrl-C reaches only us, and bound to the life of this
 * process.
 */
export function spawnNode(file: string, env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['--import', exitWithParent, file], {
    cwd: dirname(dirname(file)),
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
