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

interface Component {
  purl: string;
  licenses?: object[];
}

interface Sbom {
  metadata: { component: Component };
  components: Component[];
  dependencies?: { ref: string; dependsOn?: string[] }[];
}

interface Contents {
  image: string;
  version: string;
  runtime: string;
  versions: Record<string, string>;
}

const script = <Exports>(path: string): Promise<Exports> =>
  import(pathToFileURL(join(repositoryRoot, 'scripts', path)).href) as Promise<Exports>;

const { prune } = await script<{ prune(folder: string): void }>('prune-image.mjs');
const { sbomOf, ALL_APPS } = await script<{ sbomOf(filter: string): Sbom; ALL_APPS: string }>(
  'release/sbom.mjs',
);
const { imageSbom } = await script<{ imageSbom(packages: Sbom, contents: Contents): Sbom }>(
  'release/image-sbom.mjs',
);
const { basesOfDockerfile, versionsNamed } = await script<{
  basesOfDockerfile(): { BASE: string; RUNTIME: string };
  versionsNamed(image: string): { node: string };
}>('release/images.mjs');
const { forbiddenLicences } = await script<{
  forbiddenLicences(sbom: Pick<Sbom, 'components'>): string[];
}>('release/licences.mjs');
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

describe('the SBOM of an image', () => {
  const digest = 'ab'.repeat(32);
  const packages = sbomOf('@safety/gateway');
  const version = '98.0.0';
  const { BASE, RUNTIME } = basesOfDockerfile();
  const versions = { ...versionsNamed(BASE), openssl: '3.5.4', v8: '13.6.233.17-node.53', modules: '137' };
  const image = `registry.example:5000/safety/gateway:${version}`;
  const sbom = imageSbom(packages, { image, version, runtime: `${RUNTIME}@sha256:${digest}`, versions });
  const found = (purl: string) => sbom.components.find((component) => component.purl === purl);
  const purls = {
    image: `pkg:oci/gateway?repository_url=registry.example%3A5000/safety/gateway&tag=${version}`,
    app: packages.metadata.component.purl,
    node: `pkg:generic/node@${versions.node}`,
    base: `pkg:oci/${RUNTIME.split('/').at(-1)}@sha256%3A${digest}?repository_url=${RUNTIME}`,
  };

  it('is of the image by its name and version, which holds the app and its packages', () => {
    const { image: itself, ...contents } = purls;
    expect(sbom.metadata.component).toMatchObject({ type: 'container', version, purl: itself });
    expect(found(purls.app)).toMatchObject({ type: 'application', name: 'gateway', group: '@safety' });
    expect(sbom.components).toEqual(expect.arrayContaining(packages.components));
    expect(sbom.dependencies?.[0]).toEqual({ ref: itself, dependsOn: Object.values(contents) });
    expect(sbom.dependencies?.slice(1)).toEqual(packages.dependencies);
    expect(new Set(sbom.components.map(({ purl }) => purl)).size).toBe(sbom.components.length);
  });

  it('has Node as the Dockerfile names it, with its parts that have advisories of their own', () => {
    expect(BASE).toContain(`node:${versions.node}-`);
    expect(found(purls.node)).toMatchObject({
      type: 'platform',
      version: versions.node,
      cpe: `cpe:2.3:a:nodejs:node.js:${versions.node}:*:*:*:*:*:*:*`,
      components: [
        { name: 'openssl', cpe: 'cpe:2.3:a:openssl:openssl:3.5.4:*:*:*:*:*:*:*' },
        { name: 'v8', cpe: 'cpe:2.3:a:google:v8:13.6.233.17:*:*:*:*:*:*:*' },
      ],
    });
  });

  it.each([
    [`${RUNTIME}@sha256:${digest}`, purls.base],
    [`node@sha256:${digest}`, `pkg:oci/node@sha256%3A${digest}?repository_url=docker.io/library/node`],
    ['bitnami/node:24', 'pkg:oci/node?repository_url=docker.io/bitnami/node&tag=24'],
    ['localhost/base', 'pkg:oci/base?repository_url=localhost/base'],
  ])('has the base %s', (runtime, purl) => {
    const { components } = imageSbom(packages, { image, version, runtime, versions });
    const hashes = runtime.includes('@') ? [{ alg: 'SHA-256', content: digest }] : undefined;
    expect(components.find((component) => component.purl === purl)).toMatchObject({
      type: 'container',
      hashes,
    });
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
