// node scripts/prune-image.mjs <folder>: takes out of a deployed app what no process loads. Licences stay.
// deploy/Dockerfile runs it; `bench images` shows that what is left serves.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Types, sources, source maps and pages: for those who develop. */
const FOR_DEVELOPERS = /\.(map|d\.[cm]?ts|[cm]?ts|md|markdown|tsbuildinfo)$/i;
const LICENCE = /licen[cs]e|notice|copying/i;

/** Folders of packages that Node never loads: copies for bundlers. */
const FOR_BUNDLERS = [/\/node_modules\/typeorm\/browser$/, /\/node_modules\/rxjs\/dist\/(bundles|esm|esm5)$/];

/** Forms of the reference's page that the gateway does not serve. */
const NOT_SERVED = /\/swagger-ui-dist\/(swagger-ui(-es-bundle(-core)?|-standalone-preset)?\.js|log\..*)$/;

/** Folders of a package with its own tests and pages. */
const FOR_ITS_AUTHORS =
  /\/node_modules\/(@[\w.-]+\/)?[\w.-]+\/(tests?|__tests__|docs|examples?|benchmarks?|\.github)$/;

/** Packages that come as optional peers of others, for transports that the suite does not have; and types. */
const NOT_USED = [/^@grpc\//, /^protobufjs@/, /^@protobufjs\//, /^@types\//];

/** Whether a package, such as `@types/node@26.6.6`, is in no image. */
export const isPruned = (identifier) => NOT_USED.some((pattern) => pattern.test(identifier));

/** Removes them below a folder; a link to a package that is gone goes too. */
export function prune(folder) {
  const store = join(folder, 'node_modules', '.pnpm');
  // A folder of the store has a plus sign for the slash of a scope.
  for (const name of entriesOf(store))
    if (isPruned(name.replace('+', '/'))) rmSync(join(store, name), { recursive: true });
  pruneFolder(folder);
}

function pruneFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) {
      if (!existsSync(path)) rmSync(path);
    } else if (!entry.isDirectory()) {
      if (isForNobody(entry.name) || NOT_SERVED.test(path)) rmSync(path);
    } else if ([...FOR_BUNDLERS, FOR_ITS_AUTHORS].some((pattern) => pattern.test(path)))
      rmSync(path, { recursive: true });
    else {
      pruneFolder(path);
      if (readdirSync(path).length === 0) rmdirSync(path);
    }
  }
}

const isForNobody = (name) => FOR_DEVELOPERS.test(name) && !LICENCE.test(name);

function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const [, called, folder] = process.argv;
if (called && import.meta.url === pathToFileURL(called).href) prune(folder);
