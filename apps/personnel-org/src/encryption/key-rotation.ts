import { Injectable } from '@nestjs/common';
import { CompanyTransactions, type StatementClient } from '@safety/persistence';
import { InjectSettings } from '@safety/platform';
import { DataSource } from 'typeorm';
import type { EncryptionSettings } from '../config.js';
import { addKey, type CompanyKey, keysOf, lockKeys, wrapAnew } from './company-keys.js';
import { digestOf, open, seal } from './sealed-value.js';

/** Columns that are sealed: the member that each belongs to. */
const sealedColumns: { table: string; columns: Record<string, string> }[] = [
  {
    table: 'personnel',
    columns: { date_of_birth_sealed: 'dateOfBirth', sex_sealed: 'sex', address_sealed: 'address' },
  },
  { table: 'emergency_contacts', columns: { details: 'details' } },
  { table: 'payrolls', columns: { details: 'details' } },
];

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type SealedRow = { id: string } & Record<string, Buffer | null>;

/**
 * Replaces the keys of companies, and what wraps them. Versions of rows stay: nothing of what they say
 * changes.
 */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly dataSource: DataSource,
    @InjectSettings() private readonly settings: EncryptionSettings,
  ) {}

  /** The companies that have a key. */
  async companies(): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT DISTINCT company_id AS id FROM company_keys ORDER BY 1',
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Gives a company a new key, and encrypts with it all that is encrypted. The key before it stays for those
   * who read meanwhile; older ones go. Writes of sensitive members wait. Resolves with the number of the new
   * key.
   */
  async rotate(companyId: string): Promise<number | undefined> {
    const { KEY_ENCRYPTION_KEY: deploymentKeys } = this.settings;
    return this.transactions.asSystem(companyId, async () => {
      const { client } = this.transactions.current(companyId);
      await client.query('SET LOCAL transaction_timeout = 0');
      await lockKeys(client, companyId);
      const before = await keysOf(client, deploymentKeys, companyId);
      if (before.size === 0) return undefined;
      const newest = Math.max(...before.keys());
      await addKey(client, deploymentKeys, companyId, newest + 1);
      const keys = await keysOf(client, deploymentKeys, companyId);
      for (const { table, columns } of sealedColumns)
        await sealAnew(client, keys, newest + 1, table, columns);
      await client.query('DELETE FROM company_keys WHERE company_id = $1 AND number < $2', [
        companyId,
        newest,
      ]);
      return newest + 1;
    });
  }

  /**
   * Wraps the keys of a company with the first key of the deployment. Resolves with how many had another one.
   */
  wrapAnew(companyId: string): Promise<number> {
    return this.transactions.asSystem(companyId, () => {
      const { client } = this.transactions.current(companyId);
      return wrapAnew(client, this.settings.KEY_ENCRYPTION_KEY, companyId);
    });
  }
}

async function sealAnew(
  client: StatementClient,
  keys: ReadonlyMap<number, CompanyKey>,
  number: number,
  table: string,
  columns: Record<string, string>,
): Promise<void> {
  const key = keys.get(number);
  if (!key) throw new Error('A key that was added is there');
  const names = Object.keys(columns);
  const set = names.map((name, index) => `${name} = $${index + 3}`);
  if (table === 'payrolls') set.push(`payroll_number_digest = $${names.length + 3}`);
  for (let last = FIRST_ID; ; ) {
    const { rows } = await client.query<SealedRow>(
      `SELECT id, ${names.join(', ')} FROM ${table} WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
      [key.companyId, last],
    );
    for (const row of rows) {
      const values = names.map((name) => {
        const place = { table, id: row.id, member: columns[name] ?? '' };
        const sealed = row[name] ?? null;
        return sealed === null ? null : open(keys, place, sealed);
      });
      const sealed = values.map((value, index) =>
        value === null
          ? null
          : seal(key, { table, id: row.id, member: columns[names[index] ?? ''] ?? '' }, value),
      );
      const digests = table === 'payrolls' ? [digestOfPayroll(key, values[0])] : [];
      // around visible: a rotation encrypts every row again, and changes no value
      await client.query(`UPDATE ${table} SET ${set.join(', ')} WHERE company_id = $1 AND id = $2`, [
        key.companyId,
        row.id,
        ...sealed,
        ...digests,
      ]);
    }
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = end.id;
  }
}

function digestOfPayroll(key: CompanyKey, payroll: unknown): Buffer | null {
  const { payrollNumber } = payroll as { payrollNumber: string | null };
  return payrollNumber === null ? null : digestOf(key, 'payrollNumber', payrollNumber);
}
