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

/** The full path of the first of these programs that is installed. */
export function findExecutable(names: readonly string[], path = ''): string | undefined {
  const folders = [...path.split(delimiter).filter(Boolean), ...moreFolders];
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not here.
      }
    }
  }
  return undefined;
}
