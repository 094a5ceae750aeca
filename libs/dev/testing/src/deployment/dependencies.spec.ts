import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@safety/local-stack';

interface Manifest {
  files: string[];
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const IMPORT = /^(?:import|export) (?:[^'"\n]* from )?['"]([^'".][^'"]*)['"];$|\bimport\('([^'.][^']*)'\)/gm;

const shipped = ['apps', 'libs']
  .flatMap((group) => readdirSync(join(repositoryRoot, group)).map((name) => `${group}/${name}`))
  .filter((folder) => folder !== 'libs/dev');

/** Of a pattern of files: `*` within a folder, and any folders for two of them. */
function expressionOf(pattern: string): RegExp {
  const written = new Map([
    ['**/', '(.*/)?'],
    ['*', '[^/]*'],
    ['.', '\\.'],
  ]);
  const parts = pattern.split(/(\*\*\/|\*|\.)/);
  return new RegExp(`^${parts.map((part) => written.get(part) ?? part).join('')}(/|$)`);
}

/** Compiled files that an image holds: those of `files`, of which some are left out. */
function filesOf(folder: string, { files }: Manifest): string[] {
  const left = files
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => expressionOf(pattern.slice(1)));
  return (readdirSync(join(repositoryRoot, folder, 'dist'), { recursive: true }) as string[])
    .filter((path) => path.endsWith('.js') && !left.some((pattern) => pattern.test(`dist/${path}`)))
    .map((path) => join(repositoryRoot, folder, 'dist', path));
}

/** The name of a package, without the file in it that is imported. */
const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

describe('an image has the packages that a service imports', () => {
  it.each(shipped)('%s', (folder) => {
    const manifest = JSON.parse(
      readFileSync(join(repositoryRoot, folder, 'package.json'), 'utf8'),
    ) as Manifest & { name: string };
    const listed = { ...manifest.dependencies, ...manifest.peerDependencies, [manifest.name]: '' };
    const imported = filesOf(folder, manifest).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, one, other]) => one ?? other ?? ''),
    );
    const missing = imported.filter((name) => !isBuiltin(name)).map(packageOf);
    expect([...new Set(missing)].filter((name) => !(name in listed))).toEqual([]);
  });
});
