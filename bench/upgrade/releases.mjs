// An earlier commit of this repository, built beside it: .local/upgrade/<commit>.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Says in one sentence why there is nothing to upgrade from. */
export class NoRelease extends Error {}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1024 ** 3 }).trim();

/** The commit of FROM; by default the newest tag of a release, or the one that dated the last section. */
export function commitOf(from) {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  const dated = () =>
    git('log', '-1', '--format=%H', '-G', '^## [0-9]+\\.[0-9]+\\.[0-9]+ - ', '--', 'CHANGELOG.md');
  const ref = from || tag || dated();
  try {
    return git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  } catch (cause) {
    throw new NoRelease(`this clone has no commit ${ref || 'of a release'}`, { cause });
  }
}

/** The release of a commit, built once. */
export function builtRelease(commit) {
  const root = resolve('.local/upgrade', commit.slice(0, 12));
  const done = `${root}/.built`;
  if (!existsSync(done)) {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    console.log(`Builds ${commit.slice(0, 12)} into ${root}.`);
    run('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, root], '.');
    run('npx', ['--yes', 'pnpm', 'install', '--frozen-lockfile'], root);
    run('node_modules/.bin/tsc', ['-b'], root);
    run('node_modules/.bin/node', ['apps/gateway/dist/reference/build/build-document.js'], root);
    writeFileSync(done, commit);
  }
  return { name: commit.slice(0, 12), root };
}

function run(program, args, cwd) {
  const { status, stderr } = spawnSync('nice', ['-n', '10', program, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} in ${cwd}: ${stderr}`);
}
