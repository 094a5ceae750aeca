// Finds statements of migrations that stop the release before, or everybody who writes, while pods roll;
// migrations/find-breaking.mjs says which. It runs each `up` without a database and looks at its SQL. A
// migration goes on making the SQL whose digest is kept, or upgraded databases differ from new ones. One that
// lies in the folder is in the list.
// --keep adds the digests of new migrations: npx --yes pnpm migrations --keep.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { right, wrong } from './migrations/examples.mjs';
import { findBreaking } from './migrations/find-breaking.mjs';
import { allowed, digests, firstRelease } from './migrations/released.mjs';
import { packageFolders } from './packages.mjs';

const isKept = process.argv.includes('--keep');
if (isKept) {
  // Nobody has compiled, or looked at the version of Node, before a person who runs this alone.
  await import('./check-node.mjs');
  const { compile } = await import('./steps.mjs');
  if (!(await compile({ quietly: true }))) process.exit(1);
}

const complaints = [];
const breaking = [];
for (const [name, { texts, transaction }] of Object.entries(wrong))
  if (findBreaking(texts, transaction).length === 0) complaints.push(`the check does not find: ${name}`);
for (const [name, { texts, transaction }] of Object.entries(right))
  for (const { what } of findBreaking(texts, transaction))
    complaints.push(`the check takes for wrong: ${name}: ${what}`);

const kept = {};
for (const folder of packageFolders()) {
  const index = join(folder, 'dist', 'migrations', 'index.js');
  if (!existsSync(index)) continue;
  const { migrations } = await import(pathToFileURL(resolve(index)).href);
  kept[folder] = {};
  for (const file of unlisted(folder, migrations))
    complaints.push(`${folder}: ${file}: is not in src/migrations/index.ts, and so never runs`);
  for (const Migration of migrations) {
    const name = nameOf(Migration);
    const migration = new Migration();
    const { texts, error } = await sqlOf(migration);
    const digest = digestOf(texts);
    const before = digests[folder]?.[name];
    const found = findBreaking(texts, migration.transaction !== false).filter(
      ({ statement }) => !isAllowed(name, statement),
    );
    const isReleased = firstRelease[folder]?.includes(name);
    if (before !== undefined || isReleased || (found.length === 0 && !error))
      kept[folder][name] = before ?? digest;
    if (before === undefined && !isKept)
      complaints.push(
        `${folder}: ${name}: is new: npx --yes pnpm migrations --keep keeps the digest of its SQL`,
      );
    if (before !== undefined && before !== digest)
      complaints.push(
        `${folder}: ${name}: makes other SQL than it did. CONTRIBUTING.md: "Grow a list"; of a migration ` +
          'that was never on main, delete the line in scripts/migrations/digests.json and keep it again',
      );
    if (isReleased) continue;
    if (error)
      complaints.push(
        `${folder}: ${name}: needs rows before it tells its SQL: ${error.message.slice(0, 90)}`,
      );
    for (const { what, statement } of found)
      breaking.push(`${folder}: ${name}: ${what}: ${statement.slice(0, 90)}`);
  }
}

if (isKept)
  writeFileSync(new URL('migrations/digests.json', import.meta.url), `${JSON.stringify(kept, null, 2)}\n`);
if (breaking.length > 0)
  breaking.push(
    'Expand, then contract: docs/operations/deploying.md says how; ' +
      'scripts/migrations/released.mjs names what no release uses any more.',
  );
const found = [...complaints, ...breaking];
if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`);
process.exitCode = found.length === 0 ? 0 : 1;

/** Files of migrations whose time no class of the list has in its name. */
function unlisted(folder, migrations) {
  const names = migrations.map(nameOf);
  return readdirSync(join(folder, 'src', 'migrations')).filter((file) => {
    const [time] = /^\d+(?=-[^.]+\.ts$)/.exec(file) ?? [];
    return time !== undefined && !names.some((name) => name.endsWith(time));
  });
}

function nameOf(Migration) {
  return new Migration().name ?? Migration.name;
}

function isAllowed(name, text) {
  return allowed.some(({ migration, statement }) => migration === name && text.includes(statement));
}

/** Of the SQL without its layout. */
function digestOf(texts) {
  const sql = texts.join(';').replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(sql).digest('base64url').slice(0, 22);
}

/** The SQL that a migration runs, until it needs a row: a question has none. */
async function sqlOf(migration) {
  const texts = [];
  const query = async (text) => {
    texts.push(text);
    return [];
  };
  try {
    await migration.up({ query });
    return { texts };
  } catch (error) {
    return { texts, error };
  }
}
