// Written for old versions of Node too: check-node.mjs imports it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of packages, as in pnpm-workspace.yaml. */
const GROUPS = ['apps', 'libs', 'libs/dev', 'libs/dev/drills'];

/** The folder of each app and lib below the root, such as `libs/dev/testing`. */
export const packageFolders = (root = '.') =>
  GROUPS.flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name))).filter(
    (folder) => existsSync(join(root, folder, 'package.json')),
  );
