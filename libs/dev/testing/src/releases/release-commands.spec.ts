import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@safety/local-stack';

const script = <Exports>(path: string): Promise<Exports> =>
  import(pathToFileURL(join(repositoryRoot, 'scripts', path)).href) as Promise<Exports>;

const { keepContracts } = await script<{ keepContracts(version: string, folder: string): Promise<void> }>(
  'release/keep-contracts.mjs',
);

const WITH_CHANGES = '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0 - 2026-11-22\n\nThe first.\n';
const AS_RELEASED = WITH_CHANGES.replace('- A change.\n\n', '');
const CONTRACTS = 'libs/contracts/releases/0.1.0.json';

const packageOf = (version: string): string => `{ "packageManager": "pnpm@12.0.0", "version": "${version}" }`;

const PLACES = {
  'package.json': packageOf('0.1.0'),
  'bench/package.json': '{ "version": "0.1.0" }',
  'apps/gateway/package.json': '{ "version": "0.1.0" }',
  'libs/dev/drills/logout/package.json': '{ "version": "0.1.0" }',
  'deploy/Dockerfile': 'ARG VERSION=0.1.0\n',
  'deploy/overlays/example/kustomization.yaml': 'newTag: 0.1.0\n',
  'deploy/chart/Chart.yaml': 'version: 0.1.0\n',
  'docs/operations/deploying.md': 'safety/$app:0.1.0 .\n',
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-commands-'));
  cpSync(join(repositoryRoot, 'scripts'), join(root, 'scripts'), { recursive: true });
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  for (const [path, text] of Object.entries({ ...PLACES, 'CHANGELOG.md': WITH_CHANGES, [CONTRACTS]: '{}' }))
    write(path, text);
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/**
 * Settings of Git on this machine sign commits, say, a hook of Git names the repository of its own, and in
 * continuous integration the lockfile, which this copy lacks, would be compared by the pnpm around this run.
 */
const env = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(GIT_|npm_|CI$)/.test(name))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
});

function run(command: string, ...args: string[]): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.mjs`, ...args], {
    cwd: root,
    env: env(),
    encoding: 'utf8',
  });
  return { code: status, text: stdout + stderr };
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: root,
    env: env(),
  });

describe('scripts/release.mjs', () => {
  it.each([
    ['--dryrun'],
    ['--dry-run=true'],
    ['dry-run'],
    ['--dry-run', '0.2.0'],
    ['--dry-run', '--contracts'],
  ])('1: %s %s, with the usage in one line', (...args) => {
    const { code, text } = run('release', ...args);
    expect(code).toBe(1);
    expect(text).toMatch(
      /^[^\n]+; usage: node scripts\/release\.mjs \[--dry-run \| --contracts \| --help\]\n$/,
    );
  });

  it('0: --help, which prints the usage alone', () => {
    expect(run('release', '--help')).toEqual({
      code: 0,
      text: 'Usage: node scripts/release.mjs [--dry-run | --contracts | --help]\n',
    });
  });

  it('1: --contracts of a release that changes have followed, whose file stays', () => {
    const { code, text } = run('release', '--contracts');
    expect(code).toBe(1);
    expect(text).toBe(
      'release: not ready: CHANGELOG.md: "Unreleased" is not empty: ' +
        'set the next version first, node scripts/set-version.mjs <version>\n',
    );
    expect(read(CONTRACTS)).toBe('{}');
  });

  it('1: --contracts of a release that has a tag, and of a version without a section', () => {
    write('CHANGELOG.md', AS_RELEASED);
    write('.gitconfig', '[commit]\ngpgsign = true\n[gpg]\nprogram = /does/not/exist\n');
    Object.assign(process.env, { HOME: root, GIT_DIR: join(root, 'of-a-hook') });
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message=release');
    git('tag', 'v0.1.0');
    const tagged = run('release', '--contracts');
    expect(tagged).toMatchObject({
      code: 1,
      text: expect.stringContaining('v0.1.0 is tagged: set the next'),
    });
    write('package.json', packageOf('0.2.0'));
    const unnamed = run('release', '--contracts');
    expect(unnamed).toMatchObject({ code: 1, text: expect.stringContaining('no section of 0.2.0: set the') });
    expect(read(CONTRACTS)).toBe('{}');
  });

  it('keeps contracts again while a release is being made, with the breaks that it allows', async () => {
    const folder = join(root, 'releases');
    const breaks = { 'message one: a break': 'no pod of the release before reads it' };
    write('releases/allowed.json', JSON.stringify(breaks));
    await keepContracts('0.2.0', folder);
    const first = read('releases/0.2.0.json');
    await keepContracts('0.2.0', folder);
    expect(read('releases/0.2.0.json')).toBe(first);
    expect(JSON.parse(read('releases/allowed-0.2.0.json'))).toEqual(breaks);
    expect(read('releases/allowed.json')).toBe('{}\n');
  });
});

describe('scripts/set-version.mjs', () => {
  it.each([
    ['0.1.0', '0.1.0 is not above 0.1.0'],
    ['0.0.9', '0.0.9 is not above 0.1.0'],
    ['0.1.0-rc.1', '0.1.0-rc.1 is not above 0.1.0'],
    ['0.2.0-..', '0.2.0-.. is not a version of SemVer 2.0.0'],
    ['0.2.0-rc.01', '0.2.0-rc.01 is not a version of SemVer 2.0.0'],
    ['0.02.0', '0.02.0 is not a version of SemVer 2.0.0'],
    ['v0.2.0', 'v0.2.0 is not a version of SemVer 2.0.0'],
    ['0.2.0+1', '0.2.0+1 is not a version of SemVer 2.0.0 without build metadata'],
    ['--version', "Unknown option '--version'"],
    [undefined, 'An argument is missing'],
  ])('1: %s, with one line and nothing written', (version, problem) => {
    const { code, text } = run('set-version', ...(version === undefined ? [] : [version]));
    expect(code).toBe(1);
    expect(text.startsWith(problem)).toBe(true);
    expect(text).toMatch(/^[^\n]+; usage: node scripts\/set-version\.mjs <version>, such as 0\.2\.0\n$/);
    for (const [path, before] of Object.entries(PLACES)) expect(read(path)).toBe(before);
    expect(read('CHANGELOG.md')).toBe(WITH_CHANGES);
  });

  it.each(['0.1.1', '0.2.0-rc.1', '0.10.0', '1.0.0'])(
    '0: %s, named in every place and dated, whose contracts may be kept',
    (version) => {
      expect(run('set-version', version)).toEqual({ code: 0, text: '' });
      for (const path of Object.keys(PLACES)) {
        expect(read(path)).toContain(version);
        expect(read(path)).not.toContain('0.1.0');
      }
      expect(read('CHANGELOG.md')).toMatch(
        new RegExp(`^## Unreleased\n\n## ${version} - \\d{4}-\\d{2}-\\d{2}\n\n- A change\\.\n`, 'm'),
      );
      expect(run('release', '--contracts').text).not.toContain('not ready');
    },
  );

  it('0: --help, which prints the usage alone', () => {
    expect(run('set-version', '--help')).toEqual({
      code: 0,
      text: 'Usage: node scripts/set-version.mjs <version>, such as 0.2.0\n',
    });
  });
});
