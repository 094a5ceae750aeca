// Imported first by every script, and written for old versions of Node: when the installation that runs
// before pnpm's scripts fails, pnpm only warns and runs the script all the same, with the system's Node and
// old or no dependencies.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from './packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const problem = wrongSystem() ?? wrongPnpm() ?? wrongNode() ?? missingDependency() ?? staleLockfile();
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
process.chdir(root);
keepOffProxy();

function wrongSystem() {
  if (process.platform === 'win32')
    return 'This needs Linux or macOS: use WSL 2 on Windows, or docker compose up.';
  const header = process.platform === 'linux' ? process.report?.getReport().header : undefined;
  if (header === undefined || header.glibcVersionRuntime) return undefined;
  return 'This needs Linux with glibc, or macOS: use an image such as node:24, or docker compose up.';
}

/** One that is installed is taken, however old: it stumbles over the files of a later one. */
function wrongPnpm() {
  const [, found] = /\bpnpm\/(\S+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [needed] = /\d+/.exec(packageManager);
  if (found === undefined || Number.parseInt(found, 10) >= Number(needed)) return undefined;
  const command = process.env.npm_lifecycle_event ?? 'start';
  return `This needs pnpm ${needed} and found ${found} on this machine: use npx --yes pnpm@${needed} ${command}.`;
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

/** With NODE_USE_ENV_PROXY the services would look for each other at the proxy. */
function keepOffProxy() {
  const { env } = process;
  if (!env.HTTP_PROXY && !env.http_proxy) return;
  const name = env.no_proxy === undefined ? 'NO_PROXY' : 'no_proxy';
  if (env[name] === '*') return;
  env[name] = [env[name], 'localhost', '127.0.0.1', '::1', '[::1]'].filter(Boolean).join(',');
}
