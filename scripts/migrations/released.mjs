import { readFileSync } from 'node:fs';

/** Names of the migrations of the first release, by package: nothing older runs on what they make. */
export const firstRelease = JSON.parse(readFileSync(new URL('first-release.json', import.meta.url), 'utf8'));

/**
 * Statements that contract: nothing uses any more what they take away. `statement` is a part of it, and
 * `since` the first release that went without, which is older than the one that has the migration.
 * @type {{ migration: string, statement: string, since: string }[]}
 */
export const allowed = [];
