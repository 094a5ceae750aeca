// An earlier commit of this repository, built beside it: .local/upgrade/<commit>.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Says in one sentence why there is nothing to upgrade from. */
export class NoRelease extends Error {}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1024 ** 3 }).trim();

const lines = (...args) =>
  git(...args)
    .split('\n')
    .filter(Boolean);

/**
 * The last release below the state at `head`: the newest tag, else the newest commit that dated a section of
 * the changelog. A release that is being made is not its own last one, unless it is the only one.
 */
export function lastRelease({ head, tagged, dated }) {
  const [first] = [...tagged, ...dated];
  return tagged.find((one) => one !== head) ?? dated.find((one) => one !== head) ?? first;
}

const isShallow = () => git('rev-parse', '--is-shallow-repository') === 'true';

const released = () =>
  lastRelease({
    head: git('rev-parse', 'HEAD'),
    tagged: lines('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').map((tag) =>
      git('rev-parse', `${tag}^{commit}`),
    ),
    // The oldest commit of a shallow clone adds every line, whichever commit it is.
    dated: isShallow()
      ? []
      : lines('log', '--format=%H', '-G', '^## [0-9]+\\.[0-9]+\\.[0-9]+ - ', '--', 'CHANGELOG.md'),
  });

/** The commit of FROM, by default of the last release. */
export function commitOf(from) {
  const ref = from || released();
  if (!ref && isShallow())
    throw new NoRelease('this clone is shallow and has no tag of a release: git fetch --unshallow, or FROM');
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
