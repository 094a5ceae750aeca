// Commands of the guides in a shell, and those of the bench itself.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const NAMESPACE = 'workplace-safety';
const YOURS = 'bench-cluster';
/** The overlay of somebody who deploys the suite. */
export const OVERLAY = `deploy/overlays/${YOURS}`;

/** Says what was done, and how long it took. */
export async function say(what, work) {
  const startedAt = performance.now();
  await work();
  console.log(`${what} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
}

export async function shells(texts) {
  for (const text of texts) await shell(text);
}

/** A block as it is written, but for the name of the overlay. */
export const shell = (text, { environment = {}, cwd } = {}) =>
  run('bash', ['-euo', 'pipefail', '-c', text.replaceAll('<yours>', YOURS)], {
    env: { ...process.env, ...environment },
    cwd,
  });

export async function kubectl(args, { input } = {}) {
  return run('kubectl', args, {}, input);
}

async function run(program, args, options, input) {
  const promise = promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024, ...options });
  promise.child.stdin.end(input);
  try {
    return (await promise).stdout;
  } catch (error) {
    throw new Error(`${program} ${args.at(-1)}\n${error.stdout}${error.stderr}`, { cause: error });
  }
}
