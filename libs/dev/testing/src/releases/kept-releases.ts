import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '@safety/local-stack';

const { compareVersions } = (await import(
  pathToFileURL(join(repositoryRoot, 'scripts/release/versions.mjs')).href
)) as { compareVersions(one: string, other: string): number };

/**
 * The releases that services of `version` are held to, of the files of contracts: the newest, and the one
 * before it while the newest is this version. Its file is of today while the release is being made.
 */
export function releasesBelow(version: string, files: readonly string[]): string[] {
  const [last, before] = files
    .filter((name) => /^\d.*\.json$/.test(name))
    .map((name) => name.replace(/\.json$/, ''))
    .toSorted(compareVersions)
    .reverse();
  return [last, last === version ? before : undefined].filter((name) => name !== undefined);
}
