// Imported first by every script, and written for old versions of Node: when the installation that runs
// before pnpm's scripts fails, pnpm only warns and runs the script all the same, with the system's Node and
// old or no dependencies.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from './packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const problem = wrongSystem() ?? wrongNode() ?? missingDependency() ?? staleLockfile();
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
process.chdir(root);

function wrongSystem() {
  if (process.platform !== 'win32') return undefined;
  return 'This needs Linux or macOS: use WSL 2 on Windows, or docker compose up.';
}

function wrongNode() {
  if (process.versions.node.split('.')[0] === '24') return undefined;
  return existsSync(join(root, 'node_modules', '.bin', 'node'))
    ? `This needs Node 24 and runs on ${process.versions.node}: use the script of package.json, such as npx --yes pnpm start, test or migrations, which brings its own.`
    : 'The dependencies are not installed (Node 24 is one of them): run npx --yes pnpm install and solve what it reports.';
}

/** pnpm compares manifests with the lockfile, not with what is really in node_modules. */
function missingDependency() {
  for (const folder of [root, ...packageFolders(root).map((name) => join(root, name))]) {
    const manifest = join(folder, 'package.json');
    const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      if (!existsSync(join(folder, 'node_modules', name, 'package.json'))) {
        return `The dependency ${name} is missing: run rm -rf node_modules {apps,libs,libs/dev,libs/dev/drills}/*/node_modules && npx --yes pnpm install.`;
      }
    }
  }
  return undefined;
}

/**
 * In continuous integration a lockfile that does not belong to the manifests is an error; elsewhere pnpm
 * updates it.
 */
function staleLockfile() {
  const pnpm = process.env.npm_execpath;
  if (!process.env.CI || process.env.CI === 'false' || !pnpm || !/pnpm/.test(pnpm)) return undefined;
  const args = ['install', '--frozen-lockfile', '--lockfile-only'];
  try {
    if (/\.[cm]?js$/.test(pnpm))
      execFileSync(process.execPath, [pnpm, ...args], { cwd: root, stdio: 'pipe' });
    else execFileSync(pnpm, args, { cwd: root, stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim();
    return `${output}\nThe lockfile does not belong to the manifests: run npx --yes pnpm install and commit pnpm-lock.yaml.`;
  }
}
