// Finds writes of rows around the class that states who may see them; writes/find-writes.mjs says which. And
// settings of a transaction that other nodes would not be told of, and times of change that may go back.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders } from './packages.mjs';
import { right, wrong } from './writes/examples.mjs';
import { findWrites, tablesOf } from './writes/find-writes.mjs';

/** Migrations, tests, and rows of the demonstration, which `prepare.ts` alone adds. */
const OTHERS = [/\.(spec|cases|d)\.ts$/, /\/(migrations|testing|demo)\//, /\/demo-[\w-]+\.ts$/];

const DEMONSTRATION = /\bfrom '(\.[^']*\/demo(\/|-)[\w-]+)\.js'/;

const complaints = [];
const examples = new Set(['notes']);
for (const [name, source] of Object.entries(wrong))
  if (findWrites(source, examples).length === 0) complaints.push(`the check does not find: ${name}`);
for (const [name, source] of Object.entries(right))
  if (findWrites(source, examples).length > 0) complaints.push(`the check takes for wrong: ${name}`);

const sourcesOf = (folder) =>
  readdirSync(join(folder, 'src'), { recursive: true })
    .map((file) => join(folder, 'src', file))
    .filter((file) => file.endsWith('.ts') && !OTHERS.some((other) => other.test(file)))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

const packages = packageFolders()
  .filter((name) => /^(apps|libs)\/(?!dev)/.test(name))
  .map((folder) => ({ folder, sources: sourcesOf(folder) }));
const tablesIn = (sources) => sources.flatMap(({ source }) => tablesOf(source));
const ofAllApps = new Set(packages.flatMap(({ sources }) => tablesIn(sources)));

for (const { folder, sources } of packages) {
  for (const { file, source } of sources) {
    if (source.includes("set_config('app.")) complaints.push(`${file}: set_config; use setLocal`);
    if (source.includes('modified_at = now()'))
      complaints.push(`${file}: modified_at = now(), which may be earlier than before; use MODIFIED_NOW`);
  }
  // A library may run in each app; an app without entities has no rows.
  const tables = folder.startsWith('apps/') ? new Set(tablesIn(sources)) : ofAllApps;
  if (tables.size === 0) continue;
  for (const { file, source } of sources) {
    const [, demonstration] = DEMONSTRATION.exec(source) ?? [];
    if (demonstration && !file.endsWith('/src/prepare.ts'))
      complaints.push(`${file}: imports ${demonstration}, whose rows prepare.ts alone may add`);
  }
  for (const { file, source } of sources)
    for (const { line, what } of findWrites(source, tables))
      complaints.push(
        `${file}:${line}: ${what}. Write by the class of rows, or say \`// around visible: <why it may be>\``,
      );
}

if (complaints.length > 0) process.stdout.write(`${complaints.join('\n')}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;
