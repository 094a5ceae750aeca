import type { Migration } from '../data-source.js';

/** The name under which a migration is recorded. */
export const nameOf = (migration: Migration): string => new migration().name ?? migration.name;
