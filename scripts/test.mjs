// npx --yes pnpm test [Jest's arguments]: types, then lint, prose, boundaries, counts, injected, writes,
// nodes, migrations, imports and platforms side by side, then the tests. The last line counts the tests;
// all that fails before them counts as one failure.
import './check-node.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { all, check, compile } from './steps.mjs';

if (spawnSync('git', ['--version']).error)
  process.stdout.write('Git is not in PATH: a test of releases fails without it; install it to pass all.\n');

// For the workers, and for all that tests start in processes of their own.
process.env.NODE_COMPILE_CACHE ??= resolve('.local', 'compile-cache');

const result = (await all(compile, check, fillCompileCache))
  ? await runJest(process.argv.slice(2))
  : { passed: 0, failed: 1 };
process.stdout.write(`${result.passed} passed, ${result.failed} failed\n`);
process.exitCode = result.failed === 0 ? 0 : 1;

/**
 * Loads the services once: on a fresh clone the first spec files would compile all of them, each for itself,
 * since a process writes the cache when it ends.
 */
async function fillCompileCache() {
  const modules = globSync('apps/*/dist/*.module.js').map((path) => resolve(path));
  const program = `await Promise.all(${JSON.stringify(modules)}.map((path) => import(path))); process.exit()`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  return new Promise((ended) => child.once('close', (code) => ended(code === 0)));
}

async function runJest(args) {
  const { watchLaunchers } = await import('../libs/dev/local-stack/dist/index.js');
  // Ends Jest and its workers should this process be killed; PostgreSQL and Redis end with Jest.
  const bound = [
    '--import',
    new URL('../libs/dev/local-stack/dist/processes/exit-with-parent.js', import.meta.url).href,
  ];
  const jest = spawn(
    process.execPath,
    [...bound, 'node_modules/jest/bin/jest.js', ...args.filter((a) => a !== '--')],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    },
  );
  let counts = { passed: 0, failed: 0 };
  jest.on('message', (message) => (counts = message));
  // Jest still has to stop its servers, and to leave those that it was given as they were.
  const stop = () => {
    end(jest.pid, 'SIGTERM');
    setTimeout(() => end(jest.pid, 'SIGKILL'), 10_000).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  watchLaunchers(stop);
  const code = await new Promise((ended) =>
    jest.once('exit', (exitCode, signal) => ended(signal ?? exitCode)),
  );
  if (code === 0 || counts.failed > 0) return counts;
  process.stdout.write(`Jest ended with ${code}\n`);
  return { ...counts, failed: 1 };
}

/** Signals Jest's whole process group: its workers would outlive it for a while. */
function end(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // All have ended already.
  }
}
