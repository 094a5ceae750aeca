import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders that hold servers but are often missing from a user's PATH. */
const moreFolders = [
  '/usr/local/bin',
  '/usr/local/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/opt/homebrew/bin',
  '/home/linuxbrew/.linuxbrew/bin',
];

/** The full paths of these programs where they are installed, in this order. */
export function findExecutables(names: readonly string[], path = ''): string[] {
  const folders = [...path.split(delimiter).filter(Boolean), ...moreFolders];
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...new Set(files)].filter((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The full path of the first of these programs that is installed. */
export const findExecutable = (names: readonly string[], path = ''): string | undefined =>
  findExecutables(names, path)[0];
