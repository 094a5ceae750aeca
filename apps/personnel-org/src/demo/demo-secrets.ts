import { type DemoPerson, demoId } from '@safety/demo-data';
import { insertMissing, type SeedClient } from '@safety/persistence';
import { type CompanyKey } from '../encryption/company-keys.js';
import { encryptValue, type Place } from '../encryption/encrypted-value.js';
import { recordOf } from './demo-record.js';

const CONTACT_EVERY = 5;
const KNOWN_EVERY = 3;

/** An encrypted value as JSON writes bytes for PostgreSQL. */
const bytea = (key: CompanyKey, place: Place, value: unknown): string =>
  `\\x${encryptValue(key, place, value).toString('hex')}`;

/** Sensitive columns of a demo person: some are known, as in life. */
export function demoSensitive(key: CompanyKey, { id }: DemoPerson, index: number) {
  const isKnown = index % KNOWN_EVERY === 0;
  const year = 1962 + ((index * 13) % 40);
  const place = (member: string) => ({ table: 'personnel', id, member });
  return {
    date_of_birth_sealed: isKnown ? bytea(key, place('dateOfBirth'), `${year}-05-17`) : null,
    sex_sealed: isKnown ? bytea(key, place('sex'), index % 2 === 0 ? 'female' : 'male') : null,
  };
}

/** Adds an emergency contact to some of the people. */
export async function addDemoContacts(
  client: SeedClient,
  key: CompanyKey,
  people: readonly DemoPerson[],
): Promise<void> {
  const rows = people
    .filter((_, index) => index % CONTACT_EVERY === 0)
    .map((person, index) => {
      const id = demoId('emergency-contact', person.id);
      const details = {
        name: `Jo ${person.lastName}`,
        relationship: index % 2 === 0 ? 'spouse' : 'parent',
        phonePrimary: `+35386${String(1_000_000 + index)}`,
        phoneSecondary: null,
        email: null,
        address: null,
        notes: null,
      };
      return {
        ...recordOf(person.companyId, id),
        personnel_id: person.id,
        priority: 1,
        details: bytea(key, { table: 'emergency_contacts', id, member: 'details' }, details),
      };
    });
  await insertMissing(client, 'emergency_contacts', rows);
}
