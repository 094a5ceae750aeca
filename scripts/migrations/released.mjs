import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/**
 * Names of the migrations of 0.1.0, by package: nothing older runs on what they make. The list is complete. A
 * migration that is not in it runs beside pods of the release before, so the check reads it.
 */
export const firstRelease = read('first-release.json');

/** Digests of the SQL of each migration, by package. */
export const digests = read('digests.json');

/**
 * Statements that contract: nothing uses any more what they take away. `statement` is a part of it, and
 * `since` the first release that went without, which is older than the one that has the migration.
 * @type {{ migration: string, statement: string, since: string }[]}
 */
export const allowed = [];
