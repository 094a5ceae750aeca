import { appliedMessage } from './applied-message.js';

/**
 * The generation of the message that is applied; 0 outside of one, and as long as the database of its owner
 * was never restored. An owner that was restored counts versions again from below, in a higher generation.
 */
export const currentGeneration = (): number => appliedMessage()?.generation ?? 0;

/** SQL that lets these read models keep the generation beside the version. */
export const addGenerationsSql = (...tables: string[]): string =>
  tables.map((table) => `ALTER TABLE ${table} ADD COLUMN generation bigint NOT NULL DEFAULT 0;`).join('\n');

/** SQL of the way back. */
export const dropGenerationsSql = (...tables: string[]): string =>
  tables.map((table) => `ALTER TABLE ${table} DROP COLUMN generation;`).join('\n');

/**
 * SQL of whether the row that is known is older than the one that came, in `ON CONFLICT DO UPDATE`. One that
 * is published again replaces the same version too.
 */
export const isOlderSql = (known: string): string =>
  `(${known}.generation, ${known}.version) ${appliedMessage()?.again ? '<=' : '<'} (excluded.generation, excluded.version)`;
