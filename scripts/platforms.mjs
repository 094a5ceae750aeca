// Finds optional dependencies of installed packages that pnpm-lock.yaml lacks. An update silently leaves out
// those that the registry does not serve at that moment: the binaries of tools for other platforms, on which
// checks and tests then do not start.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const locked = Object.keys(parse(readFileSync('pnpm-lock.yaml', 'utf8')).packages);
const versions = new Set(locked);
const names = new Set(locked.map((key) => key.slice(0, key.lastIndexOf('@'))));

const store = join('node_modules', '.pnpm', '*', 'node_modules');
const manifests = globSync(['*', '@*/*'].map((name) => join(store, name, 'package.json')));
const missing = new Map();
for (const manifest of manifests) {
  const { name, version, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  const lacking = Object.keys(optionalDependencies).filter((optional) => !names.has(optional));
  const key = `${name}@${version}`;
  if (versions.has(key) && lacking.length > 0) missing.set(key, lacking);
}

for (const [key, lacking] of missing)
  process.stdout.write(
    `pnpm-lock.yaml lacks ${lacking.join(', ')} of ${key}: npx --yes pnpm install --fix-lockfile adds them\n`,
  );
process.exitCode = missing.size === 0 && manifests.length > 0 ? 0 : 1;
