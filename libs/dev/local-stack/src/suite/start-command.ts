import { join } from 'node:path';
import { requirePublicPort } from '../processes/ports.js';
import { repositoryRoot } from '../project.js';
import { SetupError } from '../setup-error.js';
import { resetDataDir } from './data-dir.js';
import { watchLaunchers } from './launcher.js';
import { lineWriter } from './output.js';
import { startSettings } from './start-settings.js';
import { startSuite } from './start-suite.js';
import { welcome } from './welcome.js';

/**
 * Milliseconds after which a stop that hangs is given up; everything still running then ends with this
 * process.
 */
const stopLimitMs = 30_000;

/**
 * `npx --yes pnpm start [--reset]`: runs the suite until Ctrl-C, SIGTERM or SIGHUP. It then ends with exit
 * code 0.
 */
export async function startCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const dataDir = join(repositoryRoot, '.local');
  const interruption = new AbortController();
  let started = false;
  const interrupted = new Promise<void>((resolve) => {
    let firstAt = 0;
    const stop = (): void => {
      // The terminal and pnpm both pass Ctrl-C on; only a later one is a person who has waited long enough.
      if (interruption.signal.aborted && Date.now() - firstAt > 2_000) process.exit(1);
      if (interruption.signal.aborted) return;
      firstAt = Date.now();
      interruption.abort();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    watchLaunchers(stop);
  });
  try {
    const unknown = args.filter((argument) => argument !== '--reset' && argument !== '--');
    if (unknown.length > 0)
      throw new SetupError(`Unknown argument ${unknown.join(' ')}: only --reset is known.`);
    const { port, host, publicUrl, demo } = startSettings(env);
    if (args.includes('--reset')) say(await resetDataDir(dataDir, env));
    await requirePublicPort(port, host);
    const write = await lineWriter(process.stdout, env);
    const suite = await startSuite({
      dataDir,
      ports: { gateway: port },
      publicHost: host,
      publicUrl,
      env,
      demo,
      log: say,
      onOutput: write,
      signal: interruption.signal,
    });
    started = true;
    say(welcome(suite, demo));
    await interrupted;
    say('Stopping...');
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    await suite.stop();
    say('Stopped');
  } catch (error) {
    // A failure in an interrupted start comes from the interruption: Ctrl-C reaches initdb, too.
    if (started || !interruption.signal.aborted) {
      process.stderr.write(
        `${error instanceof SetupError ? error.message : ((error as Error).stack ?? String(error))}\n`,
      );
      process.exit(1);
    }
  }
  process.exit(0);
}
