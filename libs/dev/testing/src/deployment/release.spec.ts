import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@safety/local-stack';

interface Sbom {
  components: { purl: string; licenses?: object[] }[];
  dependencies?: { ref: string; dependsOn?: string[] }[];
}

const script = <Exports>(path: string): Promise<Exports> =>
  import(pathToFileURL(join(repositoryRoot, 'scripts', path)).href) as Promise<Exports>;

const { prune } = await script<{ prune(folder: string): void }>('prune-image.mjs');
const { sbomOf, ALL_APPS } = await script<{ sbomOf(filter: string): Sbom; ALL_APPS: string }>(
  'release/sbom.mjs',
);
const { forbiddenLicences } = await script<{ forbiddenLicences(sbom: Sbom): string[] }>(
  'release/licences.mjs',
);
const { checkDocuments } = await script<{ checkDocuments(version: string): string[] }>('release/checks.mjs');
const { writeRelease } = await script<{
  writeRelease(folder: string, release: { version: string; notDone: string[] }, key?: string): void;
}>('release/release-file.mjs');

describe('a release', () => {
  const component = (...licenses: object[]) => ({ components: [{ purl: 'pkg:npm/one@1.0.0', licenses }] });

  it('has images of packages with known licences alone, and leaves out what is pruned', () => {
    const sbom = sbomOf(ALL_APPS);
    expect(forbiddenLicences(sbom)).toEqual([]);
    const packages = sbom.components.map(({ purl }) => decodeURIComponent(purl));
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter((purl) => /@types\/|grpc|protobufjs/.test(purl))).toEqual([]);
    const known = new Set(sbom.components.map(({ purl }) => purl));
    const referred = (sbom.dependencies ?? []).flatMap(({ dependsOn = [] }) => dependsOn);
    expect(referred.filter((purl) => !known.has(purl) && !purl.includes('%40safety/'))).toEqual([]);
  });

  it.each([
    [[{ license: { id: 'MIT' } }], []],
    [[{ expression: '(GPL-3.0-only OR MIT)' }], []],
    [
      [{ license: { id: 'MIT' } }, { license: { id: 'GPL-3.0-only' } }],
      ['pkg:npm/one@1.0.0: MIT, GPL-3.0-only'],
    ],
    [[{ expression: 'MIT AND AGPL-3.0-only' }], ['pkg:npm/one@1.0.0: MIT AND AGPL-3.0-only']],
    [[{ license: { name: 'SEE LICENSE' } }], ['pkg:npm/one@1.0.0: SEE LICENSE']],
    [[], ['pkg:npm/one@1.0.0: no licence']],
  ])('judges the licences %j', (licenses, expected) => {
    expect(forbiddenLicences(component(...licenses))).toEqual(expected);
  });

  it('needs a version with a section of the changelog and of the notes for upgrades', () => {
    const problems = checkDocuments('98.0.0').join('\n');
    expect(problems).toMatch(/CHANGELOG\.md: no section of 98\.0\.0/);
    expect(problems).toMatch(/upgrading\.md: no section of 98\.0\.0/);
    expect(checkDocuments('1.0').join('\n')).toContain('1.0 is no version');
  });

  it('says in release.json each step that was left out, also that nothing signed the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'release-'));
    const release = { version: '98.0.0', notDone: ['the chart was not packaged: there is no helm'] };
    writeRelease(folder, release);
    const written = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as typeof release;
    rmSync(folder, { recursive: true });
    expect(written).toEqual(release);
    expect(written.notDone).toContain('release.json was not signed: it takes COSIGN_KEY and cosign');
  });
});

describe('what an image leaves out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is what no process loads; licences and links to what is there stay', () => {
    const store = 'node_modules/.pnpm';
    const files = [
      'dist/main.js',
      'dist/main.js.map',
      'dist/main.d.ts',
      `${store}/one@1.0.0/node_modules/one/index.cjs`,
      `${store}/one@1.0.0/node_modules/one/index.d.cts`,
      `${store}/one@1.0.0/node_modules/one/src/index.ts`,
      `${store}/one@1.0.0/node_modules/one/README.md`,
      `${store}/one@1.0.0/node_modules/one/LICENSE.md`,
      `${store}/typeorm@1.0.0/node_modules/typeorm/index.js`,
      `${store}/typeorm@1.0.0/node_modules/typeorm/browser/index.js`,
      `${store}/@grpc+grpc-js@1.0.0/node_modules/@grpc/grpc-js/index.js`,
    ];
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    mkdirSync(join(folder, 'node_modules/@grpc'), { recursive: true });
    symlinkSync('.pnpm/one@1.0.0/node_modules/one', join(folder, 'node_modules/one'));
    symlinkSync(
      `../.pnpm/@grpc+grpc-js@1.0.0/node_modules/@grpc/grpc-js`,
      join(folder, 'node_modules/@grpc/grpc-js'),
    );
    prune(folder);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      // Node lists what a link leads to as well.
      .filter((path) => !path.startsWith('node_modules/one/'));
    expect(left.toSorted()).toEqual(
      [
        'dist/main.js',
        `${store}/one@1.0.0/node_modules/one/LICENSE.md`,
        `${store}/one@1.0.0/node_modules/one/index.cjs`,
        `${store}/typeorm@1.0.0/node_modules/typeorm/index.js`,
        'node_modules/one',
      ].toSorted(),
    );
  });
});
