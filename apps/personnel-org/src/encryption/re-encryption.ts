import type { StatementClient } from '@safety/persistence';
import type { CompanyKey } from './company-keys.js';
import { digestOf, encryptValue, type Place, tryToDecrypt } from './encrypted-value.js';

/** A table with encrypted columns: the member that each belongs to. */
export interface EncryptedTable {
  table: string;
  columns: Record<string, string>;
}

/** Rows that others only write for what is encrypted, and whose digests are unique. */
export const payrolls: EncryptedTable = { table: 'payrolls', columns: { details: 'details' } };

/** The other tables. Their rows are written for many reasons. */
export const otherTables: readonly EncryptedTable[] = [
  {
    table: 'personnel',
    columns: { date_of_birth_sealed: 'dateOfBirth', sex_sealed: 'sex', address_sealed: 'address' },
  },
  { table: 'emergency_contacts', columns: { details: 'details' } },
];

type EncryptedRow = { id: string } & Record<string, Buffer | null>;

/** The rows of a batch, and the values among them that did not open. */
export interface ReencryptedBatch {
  ids: string[];
  unreadable: Place[];
}

/** Which rows of a table a batch takes: those that an older key has encrypted. */
export interface BatchOf {
  after: string;
  without: readonly string[];
  limit: number;
  /** Rows that somebody else is writing are left for later; else this waits for them. */
  skipsLocked: boolean;
}

/**
 * Encrypts with a key the rows of a batch that an older one has encrypted. A value that does not open stays.
 */
export async function reencryptBatch(
  client: StatementClient,
  keys: ReadonlyMap<number, CompanyKey>,
  key: CompanyKey,
  { table, columns }: EncryptedTable,
  { after, without, limit, skipsLocked }: BatchOf,
): Promise<ReencryptedBatch> {
  const names = Object.keys(columns);
  const older = names.map((name) => `substring(${name} FROM 1 FOR 4) < int4send($2)`).join(' OR ');
  // around visible: keys change for every row, whoever may see it
  const { rows } = await client.query<EncryptedRow>(
    `SELECT id, ${names.join(', ')} FROM ${table} WHERE company_id = $1 AND (${older})
      AND id > $3 AND id <> ALL ($4) ORDER BY id LIMIT $5 FOR NO KEY UPDATE ${skipsLocked ? 'SKIP LOCKED' : ''}`,
    [key.companyId, key.number, after, without, limit],
  );
  const unreadable: Place[] = [];
  for (const row of rows) {
    const written: Record<string, Buffer | null> = {};
    for (const name of names) {
      const place = { table, id: row.id, member: columns[name] ?? '' };
      const encrypted = row[name] ?? null;
      if (encrypted === null) continue;
      const decrypted = tryToDecrypt(keys, place, encrypted);
      if (!decrypted) unreadable.push(place);
      else {
        written[name] = encryptValue(key, place, decrypted.value);
        if (table === payrolls.table)
          written['payroll_number_digest'] = digestOfPayroll(key, decrypted.value);
      }
    }
    await store(client, table, key.companyId, row.id, written);
  }
  return { ids: rows.map(({ id }) => id), unreadable };
}

async function store(
  client: StatementClient,
  table: string,
  companyId: string,
  id: string,
  written: Record<string, Buffer | null>,
): Promise<void> {
  const names = Object.keys(written);
  if (names.length === 0) return;
  const set = names.map((name, index) => `${name} = $${index + 3}`).join(', ');
  // around visible: a rotation encrypts every row again, and changes no value
  const text = `UPDATE ${table} SET ${set} WHERE company_id = $1 AND id = $2`;
  await client.query(text, [companyId, id, ...Object.values(written)]);
}

function digestOfPayroll(key: CompanyKey, payroll: unknown): Buffer | null {
  const { payrollNumber } = payroll as { payrollNumber: string | null };
  return payrollNumber === null ? null : digestOf(key, 'payrollNumber', payrollNumber);
}
