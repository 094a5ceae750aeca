// Processes of the bench's own, and what Linux tells of any.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findExecutable } from '@safety/local-stack';

/** Of the kernel, on every Linux that Node runs on: what /proc counts in. */
const TICKS_PER_SECOND = 100;
const KIBIBYTE = 1024;

export const canPin = findExecutable(['taskset'], process.env.PATH) !== undefined;

/** Keeps a process, and all it starts from now on, on one core. */
export function pin(pid, core) {
  if (canPin) execFileSync('taskset', ['-apc', String(core), String(pid)], { stdio: 'ignore' });
}

/** CPU seconds of a process with all its threads so far. */
export function cpuSeconds(pid) {
  return ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')) / TICKS_PER_SECOND;
}

/** CPU seconds so far of those threads of a process that have a name and still run. */
export function threadCpuSeconds(pid, name) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'),
  );
  const ticks = threads.filter((stat) => stat.includes(`(${name})`)).map(ticksOf);
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS_PER_SECOND;
}

/** The figures of a process or a thread, as they stand behind its name. */
const fieldsOf = (stat) => stat.split(') ').at(-1).split(' ').map(Number);

/** User and system time. */
function ticksOf(stat) {
  const [user, system] = fieldsOf(stat).slice(11);
  return user + system;
}

/**
 * CPU seconds of a process, of all that it started, and of those of them that have ended; undefined where the
 * process is not of this machine.
 */
export function treeCpuSeconds(root) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const counted = new Set(processes.filter(({ pid }) => pid === root));
  for (const { pid } of counted) for (const one of processes) if (one.parent === pid) counted.add(one);
  if (counted.size === 0) return undefined;
  const ticks = [...counted].reduce((sum, { own, ended }) => sum + own + ended, 0);
  return ticks / TICKS_PER_SECOND;
}

export const parentOf = (pid) => statOf(pid)[0]?.parent;

/** Empty for a process that has ended meanwhile. */
function statOf(pid) {
  try {
    const fields = fieldsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15);
    return [{ pid: Number(pid), parent: fields[1], own: user + system, ended: endedUser + endedSystem }];
  } catch {
    return [];
  }
}

/** Bytes of memory that a process really has. */
export function residentBytes(pid) {
  return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * KIBIBYTE;
}

/** Starts a file; resolves to it and to the first thing that it tells. */
export async function start(url, env = {}) {
  const child = fork(fileURLToPath(url), { env: { ...process.env, ...env } });
  const [told] = await Promise.race([once(child, 'message'), failed(child, url)]);
  return { child, told };
}

async function failed(child, url) {
  const [code] = await once(child, 'exit');
  throw new Error(`${url.pathname} ended with ${code}`);
}
