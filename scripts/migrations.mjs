// Finds statements of migrations that stop the release before, or everybody who writes, while pods roll;
// migrations/find-breaking.mjs says which. It runs each `up` without a database and looks at its SQL.
// --first-release takes down all migrations of today as those of the first release.

import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { right, wrong } from './migrations/examples.mjs';
import { findBreaking } from './migrations/find-breaking.mjs';
import { allowed, firstRelease } from './migrations/released.mjs';
import { statementsOf } from './migrations/statements.mjs';
import { packageFolders } from './packages.mjs';

const complaints = [];
for (const [name, { sql, transaction }] of Object.entries(wrong))
  if (findBreaking(statementsOf(sql), transaction).length === 0)
    complaints.push(`the check does not find: ${name}`);
for (const [name, { sql, transaction }] of Object.entries(right))
  for (const { what } of findBreaking(statementsOf(sql), transaction))
    complaints.push(`the check takes for wrong: ${name}: ${what}`);

const known = {};
for (const folder of packageFolders()) {
  const index = join(folder, 'dist', 'migrations', 'index.js');
  if (!existsSync(index)) continue;
  const { migrations } = await import(pathToFileURL(resolve(index)).href);
  known[folder] = migrations.map(nameOf);
  for (const Migration of migrations.filter((one) => !firstRelease[folder]?.includes(nameOf(one))))
    for (const { what, statement } of await breakingIn(new Migration()))
      if (!isAllowed(nameOf(Migration), statement))
        complaints.push(`${folder}: ${nameOf(Migration)}: ${what}: ${statement.slice(0, 90)}`);
}

if (process.argv.includes('--first-release'))
  writeFileSync(
    new URL('migrations/first-release.json', import.meta.url),
    `${JSON.stringify(known, null, 2)}\n`,
  );
else if (complaints.length > 0) {
  process.stdout.write(
    `${complaints.join('\n')}\nExpand, then contract: docs/operations/deploying.md says how; ` +
      'scripts/migrations/released.mjs names what no release uses any more.\n',
  );
  process.exitCode = 1;
}

function nameOf(Migration) {
  return new Migration().name ?? Migration.name;
}

function isAllowed(name, text) {
  return allowed.some(({ migration, statement }) => migration === name && text.includes(statement));
}

/** A runner that takes down each statement; a question has no rows. */
async function breakingIn(migration) {
  const texts = [];
  const query = async (text) => {
    texts.push(text);
    return [];
  };
  try {
    await migration.up({ query });
  } catch (error) {
    return [{ what: 'the migration needs rows before it tells its SQL', statement: error.message }];
  }
  return findBreaking(statementsOf(texts.join(';\n')), migration.transaction !== false);
}
