import type { QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../prepare/build-index.js';
import { defaultSortOf, type ListDeclaration } from './list-declaration.js';
import { columnIndexes } from './list-indexes.js';
import { callSql, widenSql } from './lookup-functions.js';
import { type Lookup, lookups, onKeys } from './lookups.js';

/**
 * Makes what a declaration says for a table that has rows already, while others write them. The migration
 * that calls it says `transaction = false`, and is repeated from its beginning when it fails.
 */
export async function buildList(runner: QueryRunner, list: ListDeclaration): Promise<void> {
  for (const index of columnIndexes(list)) await buildIndex(runner, index);
  await runner.query(letWritersCallSql(list.table));
  for (const lookup of lookups(list)) {
    await buildIndex(runner, { name: `${list.table}_${lookup.name}`, on: onKeys(list.table, lookup) });
    await runner.query(callSql(list.table, lookup));
  }
}

/**
 * Makes what the declaration `after` says and `before` did not, while others write the table. The migration
 * that calls it says `transaction = false`, and does nothing else: it is repeated from its beginning when it
 * fails. Pods of the release before go on, since a search or set that grows finds what it found, and more.
 * Its `down` calls it with the declarations exchanged, and leaves the indexes of columns.
 */
export async function growList(
  runner: QueryRunner,
  before: ListDeclaration,
  after: ListDeclaration,
): Promise<void> {
  if (before.table !== after.table || defaultSortOf(before).key !== defaultSortOf(after).key)
    throw new Error(`${after.table}: indexes of another table or order have other names`);
  const made = new Set(columnIndexes(before).map(({ name }) => name));
  for (const index of columnIndexes(after)) if (!made.has(index.name)) await buildIndex(runner, index);
  const keysBefore = new Map(lookups(before).map(({ name, keys }) => [name, keys]));
  for (const lookup of lookups(after)) {
    const keys = keysBefore.get(lookup.name);
    if (keys === lookup.keys) continue;
    // A function that is there stays, with the rights of those who call it at this moment.
    await growLookup(runner, after.table, lookup, keys === undefined ? callSql : widenSql);
  }
}

/** The new index is there before the function asks it, and the old one until then. */
async function growLookup(
  runner: QueryRunner,
  table: string,
  lookup: Lookup,
  functionSql: typeof callSql,
): Promise<void> {
  const name = `${table}_${lookup.name}`;
  const next = `${name}_next`;
  await buildIndex(runner, { name: next, on: onKeys(table, lookup) });
  await runner.query(functionSql(table, lookup));
  await dropIndex(runner, name);
  await runner.query(`ALTER INDEX "${next}" RENAME TO "${name}"`);
}

/**
 * From the moment at which an index is there, each role that writes a row calls the functions of it. The
 * preparation grants new functions at its end only.
 */
const letWritersCallSql = (table: string): string => `
  DO $do$ DECLARE writer text; BEGIN
    FOR writer IN
      SELECT DISTINCT grantee::regrole FROM pg_class, aclexplode(relacl)
      WHERE oid = '${table}'::regclass AND privilege_type IN ('INSERT', 'UPDATE') AND grantee <> relowner
    LOOP
      EXECUTE 'GRANT EXECUTE ON FUNCTION text_keys(uuid, text), set_keys(uuid, text[]) TO ' || writer;
    END LOOP;
  END $do$;`;
