import { execFileSync } from 'node:child_process';

/** One line of the process table. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/**
 * Calls `onGone` when npx, pnpm or the shell between them has ended. A signal to npx alone ends npx and pnpm
 * and leaves their child running, so the child has to look. Looks once a second, costs nothing measurable,
 * and keeps no process alive.
 */
export function watchLaunchers(onGone: () => void): void {
  const launchers = ownLaunchers();
  const timer = setInterval(() => {
    if (!haveGone(launchers)) return;
    clearInterval(timer);
    onGone();
  }, 1_000);
  timer.unref();
}

/** The launchers of this process, as long as all of them are there. */
export const ownLaunchers = (): number[] => launchersOf(process.ppid, processTable());

/** Whether one of them has ended. */
export const haveGone = (launchers: readonly number[]): boolean => !launchers.every(isAlive);

/** The unbroken chain of npm, npx, pnpm and their shells above a process, nearest first. */
export function launchersOf(parent: number, table: readonly ProcessEntry[]): number[] {
  const entry = table.find(({ pid }) => pid === parent);
  if (entry === undefined || !/\b(p?npm|npx|pnpx|corepack)\b|^\S*sh -c/.test(entry.command)) return [];
  return [entry.pid, ...launchersOf(entry.parent, table)];
}

function processTable(): ProcessEntry[] {
  try {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return lines.split('\n').flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
  } catch {
    // A machine without ps: signals of the terminal still arrive.
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
