import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { appNames, repositoryRoot } from '@safety/local-stack';
import { fileText, yamlFile } from './deployment-files.js';

const versionOf = (path: string): string => (JSON.parse(fileText(path)) as { version: string }).version;

const suite = versionOf('package.json');

const manifests = ['apps', 'libs', 'libs/dev', 'libs/dev/drills', '.']
  .flatMap((group) => readdirSync(join(repositoryRoot, group)).map((name) => `${group}/${name}/package.json`))
  .filter((path) => existsSync(join(repositoryRoot, path)));

describe('the version of the suite', () => {
  it.each(manifests)('is the one of %s', (path) => expect(versionOf(path)).toBe(suite));

  it('is the label of images', () => {
    expect(fileText('deploy/Dockerfile')).toContain(`\nARG VERSION=${suite}\n`);
    expect(fileText('deploy/Dockerfile')).toMatch(/^LABEL .*(\\\n.*)*image\.version="\$\{VERSION\}"/m);
  });

  it('is the tag and the label of the example', () => {
    const { images, labels } = yamlFile<{
      images: { newTag: string }[];
      labels: { pairs: Record<string, string> }[];
    }>('deploy/overlays/example/kustomization.yaml');
    expect(images.map(({ newTag }) => newTag)).toEqual(appNames.map(() => suite));
    expect(labels.map(({ pairs }) => pairs['app.kubernetes.io/version'])).toEqual([suite]);
  });

  it('is the one of the chart', () => {
    expect(yamlFile('deploy/chart/Chart.yaml')).toMatchObject({ version: suite, appVersion: suite });
  });

  it('has a section of the changelog, and the guide builds it', () => {
    expect(fileText('CHANGELOG.md')).toMatch(
      new RegExp(`^## ${suite.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`, 'm'),
    );
    expect(fileText('docs/operations/deploying.md')).toContain(`registry.example/safety/$app:${suite} .`);
  });
});
