import pg from 'pg';

/**
 * SQL that sets settings until the transaction ends. Those that read them may run on other nodes, when tables
 * are distributed by company: those are told of `SET LOCAL`, and never of `set_config`.
 */
export const setLocal = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ');

/**
 * SQL that reads a setting of the transaction. One that is missing is an error that names it, wherever the
 * statement runs: the text that stands for it is neither a date nor a time zone.
 */
export const settingSql = (name: string): string =>
  `coalesce(NULLIF(current_setting('${name}', true), ''), '${name} is not set')`;
