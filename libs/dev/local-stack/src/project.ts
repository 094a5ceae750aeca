import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Prefix of everything this project leaves outside its own folder (sockets, fallback data folders). */
export const projectName = 'workplace-safety-suite';

/** The root folder of this checkout. */
export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** Eight hexadecimal digits that differ between two folders, so two checkouts never share a name. */
export function folderHash(folder: string): string {
  let real = resolve(folder);
  try {
    real = realpathSync(real);
  } catch {
    // The folder does not exist yet: its future name is as good.
  }
  return createHash('sha256').update(real).digest('hex').slice(0, 8);
}
