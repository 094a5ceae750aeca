import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../setup-error.js';

/**
 * Ends a server that an earlier, brutally killed run left behind, and removes its stale pid file.
 * Call it only while holding the claim on the data folder: then nobody can still want that server.
 * @param pidFile its first line is the process id
 * @param mark a piece of the command line that only this server has, so a reused process id is never
 * signalled
 */
export async function stopLeftover(pidFile: string, mark: string, signal: NodeJS.Signals): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  if (!(pid > 1) || !commandLine(pid).includes(mark)) {
    rmSync(pidFile, { force: true });
    return;
  }
  for (const [name, waitMs] of [[signal, 10_000] as const, ['SIGKILL', 5_000] as const]) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended in this moment, or belongs to somebody else: the wait below tells.
    }
    for (const end = Date.now() + waitMs; Date.now() < end; await sleep(50)) {
      if (!commandLine(pid).includes(mark)) {
        rmSync(pidFile, { force: true });
        return;
      }
    }
  }
  throw new SetupError(
    `A server of an earlier run still uses this data (process ${pid}): stop it, then start again.`,
  );
}

/** The command line of a process, or an empty text when it has ended. */
function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}
