import type { SeedClient } from '@safety/persistence';
import { type DeploymentKeys, newestKey } from './company-keys.js';
import { encryptValue } from './encrypted-value.js';

interface PlainPerson {
  companyId: string;
  id: string;
  dateOfBirth: string | null;
  sex: string | null;
  address: unknown;
}

const BATCH = 500;

/**
 * Encrypts the sensitive members of people that lie in plain text, and keeps the table from ever taking any
 * again. The owner of the table does it, before a service of this release starts; once it is done, it is
 * skipped. A service of the release before that still runs reads nothing of them from then on, and cannot
 * write any.
 */
export async function encryptPlainMembers(owner: SeedClient, keys: DeploymentKeys): Promise<void> {
  const { rowCount } = await owner.query(
    "SELECT FROM pg_constraint WHERE conname = 'personnel_sealed_check'",
  );
  if (rowCount) return;
  await owner.query('BEGIN');
  try {
    // The wall counts for the owner too, who has to see every company here.
    await owner.query('ALTER TABLE personnel NO FORCE ROW LEVEL SECURITY');
    while (await encryptBatch(owner, keys));
    await owner.query(`
      ALTER TABLE personnel FORCE ROW LEVEL SECURITY;
      ALTER TABLE personnel ADD CONSTRAINT personnel_sealed_check
        CHECK (date_of_birth IS NULL AND sex IS NULL AND address IS NULL)`);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
}

/** Resolves with whether there may be more. */
async function encryptBatch(owner: SeedClient, keys: DeploymentKeys): Promise<boolean> {
  // on many nodes: each is asked, and has no such rows, which an earlier release left
  const { rows } = await owner.query<PlainPerson>(
    `SELECT company_id AS "companyId", id, date_of_birth::text AS "dateOfBirth", sex, address FROM personnel
     WHERE date_of_birth IS NOT NULL OR sex IS NOT NULL OR address IS NOT NULL ORDER BY company_id, id LIMIT ${BATCH}`,
  );
  for (const [companyId, people] of Map.groupBy(rows, (row) => row.companyId)) {
    const key = await newestKey(owner, keys, companyId);
    for (const { id, ...plain } of people) {
      const encrypted = (member: 'dateOfBirth' | 'sex' | 'address') =>
        plain[member] === null ? null : encryptValue(key, { table: 'personnel', id, member }, plain[member]);
      // around visible: encrypts stored values once, and changes none
      await owner.query(
        `UPDATE personnel SET date_of_birth = NULL, sex = NULL, address = NULL,
           date_of_birth_sealed = coalesce($3, date_of_birth_sealed), sex_sealed = coalesce($4, sex_sealed),
           address_sealed = coalesce($5, address_sealed)
         WHERE company_id = $1 AND id = $2`,
        [companyId, id, encrypted('dateOfBirth'), encrypted('sex'), encrypted('address')],
      );
    }
  }
  return rows.length === BATCH;
}
