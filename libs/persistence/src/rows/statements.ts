import type { CompanyRecord } from '../company-record.js';
import type { Table } from './table.js';

export interface Statement {
  text: string;
  values: unknown[];
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Of each UPDATE of a row: its time of change, which is later than that of the version before. The
 * transaction alone does not tell: one that has waited for the row writes with an earlier `now()` than others
 * before it.
 */
export const MODIFIED_NOW = `modified_at = ${laterThan('now()', 'modified_at')}`;

/** SQL of a time, or of the millisecond after the one before where that is later. */
export function laterThan(time: string, before: string): string {
  return `greatest(${time}, ${before} + interval '1 millisecond')`;
}

/** Adds a row and returns it. */
export function insertStatement<Row extends CompanyRecord>(table: Table<Row>, row: Members): Statement {
  const writable = table.writable(row);
  const names = writable.map(({ column }) => column).join(', ');
  const places = writable.map((_, index) => `$${index + 1}`).join(', ');
  // around visible: the class of rows calls this
  return {
    text: `INSERT INTO ${table.name} (${names}) VALUES (${places}) RETURNING ${table.selectList}`,
    values: writable.map(({ value }) => value),
  };
}

/** Changes a row, raises its version, and returns it. Its key never changes, whatever `members` hold. */
export function updateStatement<Row extends CompanyRecord>(
  table: Table<Row>,
  { companyId, id }: Pick<CompanyRecord, 'companyId' | 'id'>,
  members: Members,
): Statement {
  const writable = table.writable({ ...members, companyId: undefined, id: undefined });
  const changes = writable.map(({ column }, index) => `${column} = $${index + 3}`).join(', ');
  // around visible: the class of rows calls this, for a row that it has locked
  return {
    text:
      `UPDATE ${table.name} SET ${changes}, version = version + 1, ${MODIFIED_NOW} ` +
      `WHERE company_id = $1 AND id = $2 RETURNING ${table.selectList}`,
    values: [companyId, id, ...writable.map(({ value }) => value)],
  };
}
