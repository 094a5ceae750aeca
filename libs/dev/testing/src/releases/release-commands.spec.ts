import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@safety/local-stack';

const script = <Exports>(path: string): Promise<Exports> =>
  import(pathToFileURL(join(repositoryRoot, 'scripts', path)).href) as Promise<Exports>;

const { compareVersions } = await script<{ compareVersions(one: string, other: string): number }>(
  'release/versions.mjs',
);

const WITH_CHANGES = '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0 - 2026-11-22\n\nThe first.\n';

const PLACES = {
  'package.json': '{ "version": "0.1.0" }',
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
  for (const [path, text] of Object.entries({ ...PLACES, 'CHANGELOG.md': WITH_CHANGES })) write(path, text);
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(command: string, ...args: string[]): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.mjs`, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { code: status, text: stdout + stderr };
}

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

  it.each(['0.1.1', '0.2.0-rc.1', '0.10.0', '1.0.0'])('0: %s, named in every place and dated', (version) => {
    expect(run('set-version', version)).toEqual({ code: 0, text: '' });
    for (const path of Object.keys(PLACES)) {
      expect(read(path)).toContain(version);
      expect(read(path)).not.toContain('0.1.0');
    }
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## Unreleased\n\n## ${version} - \\d{4}-\\d{2}-\\d{2}\n\n- A change\\.\n`, 'm'),
    );
  });

  it('0: --help, which prints the usage alone', () => {
    expect(run('set-version', '--help')).toEqual({
      code: 0,
      text: 'Usage: node scripts/set-version.mjs <version>, such as 0.2.0\n',
    });
  });
});

it('versions have the precedence of SemVer 2.0.0', () => {
  const inOrder = [
    '0.9.0',
    '0.10.0',
    '1.0.0-1',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '2.0.0',
  ];
  expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(inOrder);
  expect(compareVersions('1.0.0-rc.1', '1.0.0-rc.1')).toBe(0);
});
