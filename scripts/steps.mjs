// The checks every change passes, each a command that says nothing when all is well.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packageFolders } from './packages.mjs';

/** Merges what the services say of themselves into the one document that the gateway serves. */
const referenceBuilder = join('apps', 'gateway', 'dist', 'reference', 'build', 'build-document.js');

/** Each checker of a project looks up the types of its imports anew: only many processors gain by several. */
const checkers = String(Math.ceil(availableParallelism() / 4));

/** Promise of a function that tells whether pnpm, or who runs it, has ended since the first step. */
let launchersHaveGone;

async function watchLaunchers() {
  // The source, which Node takes as it is: nothing is compiled yet.
  const { haveGone, ownLaunchers } = await import('../libs/dev/local-stack/src/suite/launcher.ts');
  const launchers = ownLaunchers();
  return () => haveGone(launchers);
}

/** Compiles everything; what has not changed is not compiled again. `quietly` says only what is wrong. */
export async function compile({ quietly = false } = {}) {
  removeOrphanedOutput();
  return (
    (await run('Types', 'tsc', ['-b', '--checkers', checkers], { quietly })) &&
    run('Reference', 'node', [referenceBuilder], { quietly })
  );
}

/**
 * Formatting and lint; then, by .oxlintrc.json, regular expressions whose time grows faster than their input.
 */
async function lint() {
  return (
    (await run('Lint', 'biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched'])) &&
    run('Expressions', 'oxlint', ['--deny-warnings', '--report-unused-disable-directives'])
  );
}

/** Comments, documents and log messages against the rules of CONTRIBUTING.md. */
function prose() {
  return run('Prose', 'node', ['scripts/prose.mjs']);
}

/** Import boundaries between apps, libs and packages. */
function boundaries() {
  return run('Boundaries', 'node', ['scripts/boundaries.mjs']);
}

/** Counts that are read before something is written by them. */
function counts() {
  return run('Counts', 'node', ['scripts/counts.mjs']);
}

/** Classes that are given more dependencies than one reads. */
function injected() {
  return run('Injected', 'node', ['scripts/injected.mjs']);
}

/** Writes of rows around the class that states who may see them. */
function writes() {
  return run('Writes', 'node', ['scripts/writes.mjs']);
}

/** Statements that would not stand tables that are distributed by company. */
function nodes() {
  return run('Nodes', 'node', ['scripts/nodes.mjs']);
}

/** Migrations that the release before, or those who write, could not live with while pods roll. */
function migrations() {
  return run('Migrations', 'node', ['scripts/migrations.mjs']);
}

/** Every manifest against what its package imports, and every export against who imports it. */
function imports() {
  return run('Imports', 'knip', ['--dependencies', '--exports', '--no-progress', '--no-config-hints']);
}

/** The lockfile against what tools need on other platforms. */
function platforms() {
  return run('Platforms', 'node', ['scripts/platforms.mjs']);
}

/** Every check of what is compiled, as many at a time as there are processors; true when none failed. */
export async function check() {
  // The longest first.
  const waiting = [lint, boundaries, imports, writes, counts, migrations, nodes, platforms, injected, prose];
  const results = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await step());
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results.every(Boolean);
}

/** Runs steps one after the other until one fails; true when none did. */
export async function all(...steps) {
  for (const step of steps) if (!(await step())) return false;
  return true;
}

async function run(title, program, args, { quietly = false } = {}) {
  launchersHaveGone ??= watchLaunchers();
  const haveGone = await launchersHaveGone;
  const startedAt = performance.now();
  const child = spawn(join('node_modules', '.bin', program), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stdout.write(`${title} failed: ${error.message}\n`);
      resolve(false);
    });
    child.once('close', (code) => {
      // Nobody waits for the next step, and no signal of a terminal would end it.
      if (haveGone()) process.exit(1);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      if (code !== 0) process.stdout.write(`${output.trimEnd()}\n${title} failed\n`);
      else if (!quietly) process.stdout.write(`${title} ok (${seconds} s)\n`);
      resolve(code === 0);
    });
  });
}

/** tsc leaves the output of removed sources behind; Jest would go on testing it. */
function removeOrphanedOutput() {
  for (const folder of packageFolders()) {
    const dist = join(folder, 'dist');
    if (!existsSync(dist)) continue;
    for (const file of readdirSync(dist, { recursive: true })) {
      const source = file.replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
      if (source !== file && !existsSync(join(folder, 'src', source)))
        rmSync(join(dist, file), { force: true });
    }
  }
}
