import { compare } from 'semver';

/**
 * The releases that services of `version` are held to, of the files of contracts: the newest, and the one
 * before it while the newest is this version. Its file is of today while the release is being made.
 */
export function releasesBelow(version: string, files: readonly string[]): string[] {
  const [last, before] = files
    .filter((name) => /^\d.*\.json$/.test(name))
    .map((name) => name.replace(/\.json$/, ''))
    .toSorted(compare)
    .reverse();
  return [last, last === version ? before : undefined].filter((name) => name !== undefined);
}
