import { CompanyTransactions } from '@safety/persistence';
import type { TestApi } from '@safety/testing';
import { EncryptedMembers } from '../encryption/encrypted-members.js';
import { sql } from './organisation.js';

export const contactsOf = (person: { id: string }): string => `/personnel/${person.id}/emergencycontacts`;
export const payrollOf = (person: { id: string }): string => `/personnel/${person.id}/payroll`;

/** The body of an emergency contact. */
export const contact = (changes: object = {}) => ({
  name: 'Niamh Byrne',
  relationship: 'spouse',
  phonePrimary: '+353861112233',
  priority: 1,
  ...changes,
});

/** Stores details that no request could write any more, as an earlier release has. */
export async function storeDetails(
  api: TestApi,
  companyId: string,
  { table, id }: { table: 'payrolls' | 'emergency_contacts'; id: string },
  details: object,
): Promise<void> {
  const encrypted = await api.app
    .get(CompanyTransactions)
    .asSystem(companyId, (system) =>
      api.app.get(EncryptedMembers).encrypt(system, { table, id, member: 'details' }, details),
    );
  await sql(api, companyId, `UPDATE ${table} SET details = $2 WHERE id = $1`, [id, encrypted]);
}

/** The recorded reads of a person, the oldest first: who, and which members. */
export async function sensitiveReadsOf(
  api: TestApi,
  companyId: string,
  { id }: { id: string },
): Promise<unknown[]> {
  const text = 'SELECT user_id, members FROM sensitive_reads WHERE personnel_id = $1 ORDER BY number';
  const { rows } = await sql(api, companyId, text, [id]);
  return rows.map(({ user_id, members }) => [user_id, members]);
}
