import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../processes/guarded-server.js';
import { projectName } from '../project.js';
import { mayEnter } from './account.js';

/** Where PostgreSQL has what is to stay. Of /var/tmp, systemd removes files that nobody used for 30 days. */
const PARENTS = ['/var/lib', '/var/tmp'];

const folderIn = (parent: string, name: string): string => join(parent, `${projectName}-${name}`);

/** Folders of this name that were made for an account that cannot reach the checkout. */
export const foldersOutside = (name: string): string[] => PARENTS.map((parent) => folderIn(parent, name));

/** The one to make, in the first parent that can be written here and be reached by the account. */
export function folderOutside(name: string, account: Account | undefined): string {
  const parent = PARENTS.find((folder) => isWritable(folder) && mayEnter(account, folder));
  return folderIn(parent ?? '/var/tmp', name);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
