// Processes of the bench's own, and what Linux tells of any.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Bytes of memory that a process really has. */
export function residentBytes(pid) {
  return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * KIBIBYTE;
}

/** Starts a file of this folder; resolves to it and to the first thing that it tells. */
export async function start(name, env = {}) {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), { env: { ...process.env, ...env } });
  const [told] = await Promise.race([once(child, 'message'), failed(child, name)]);
  return { child, told };
}

async function failed(child, name) {
  const [code] = await once(child, 'exit');
  throw new Error(`${name} ended with ${code}`);
}
