import type { TestApi } from '@safety/testing';
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
