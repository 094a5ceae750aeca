import { writeToOutbox } from '@safety/bus/outbox';
import { personnelChanged } from '@safety/contracts';
import { type DemoCompany, type DemoPerson, demoId } from '@safety/demo-data';
import { insertMissing, raiseNumberSeries, type SeedClient } from '@safety/persistence';
import { dateIn, startOfDay } from '@safety/platform';
import type { CompanyKey } from '../encryption/company-keys.js';
import { displayName } from '../personnel/personnel-presentation.js';
import { NUMBERS } from '../personnel/personnel-records.js';
import { type DemoHistoryRecord, demoHistoryOf, demoWorkOf } from './demo-history.js';
import { recordOf } from './demo-record.js';
import { addDemoContacts, demoSensitive } from './demo-secrets.js';

/** Adds the people of one company that are missing, each with a work history, and publishes them. */
export async function addDemoPeople(
  client: SeedClient,
  { id: companyId, timeZone }: DemoCompany,
  people: DemoPerson[],
  key: CompanyKey,
): Promise<void> {
  const today = dateIn(timeZone, new Date());
  const histories = new Map(people.map((person) => [person.id, demoHistoryOf(people, person, today)]));
  const inForce = (id: string) => histories.get(id)?.findLast((record) => record.effectiveDate <= today);
  // A person who has changed since they were hired has a second version, as after a write.
  const versionOf = (id: string) => (inForce(id)?.reason === 'hire' ? 1 : 2);
  const added = await insertMissing(
    client,
    'personnel',
    people.map((person, index) => ({
      ...recordOf(companyId, person.id),
      version: versionOf(person.id),
      personnel_number: person.personnelNumber,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      hire_date: person.hireDate,
      termination_date: leftOn(inForce(person.id)),
      line_manager_id: person.lineManagerId,
      user_id: person.userId,
      ...demoSensitive(key, person, index),
    })),
  );
  const newPeople = people.filter(({ id }) => added.has(id));
  const records = newPeople.flatMap(({ id }) =>
    (histories.get(id) ?? []).map((record, index) => ({ personnelId: id, index, ...record })),
  );
  await insertMissing(
    client,
    'work_history',
    records.map((record) => ({
      ...recordOf(
        companyId,
        demoId('history', record.personnelId, ...(record.index > 0 ? [record.index] : [])),
      ),
      personnel_id: record.personnelId,
      effective_date: record.effectiveDate,
      org_structure_id: record.orgStructureId,
      job_title: record.jobTitle,
      employment_type: record.employmentType,
      employment_status: record.employmentStatus,
      fte: 1,
      reason: record.reason,
    })),
  );
  for (const { personnelId, effectiveDate } of records.filter((record) => record.effectiveDate > today))
    await client.query(
      `INSERT INTO history_due (company_id, personnel_id, effective_date, due_at, time_zone)
       VALUES ($1, $2, $3, $4, $5)`,
      [companyId, personnelId, effectiveDate, startOfDay(effectiveDate, timeZone), timeZone],
    );
  await addDemoContacts(client, key, newPeople);
  await raiseNumberSeries(client, companyId, NUMBERS, people.length);
  for (const person of newPeople) {
    await setDefault(client, person);
    const record = inForce(person.id);
    await writeToOutbox(client, companyId, personnelChanged, {
      id: person.id,
      version: versionOf(person.id),
      displayName: displayName({ ...person, preferredName: null }),
      userId: person.userId,
      orgStructureId: record?.orgStructureId ?? null,
      jobTitle: record?.jobTitle ?? null,
      employmentStatus: record?.employmentStatus ?? null,
      ...demoWorkOf(histories.get(person.id) ?? [], today),
      lineManagerId: person.lineManagerId,
      archived: false,
    });
  }
}

const leftOn = (record: DemoHistoryRecord | undefined): string | null =>
  record?.employmentStatus === 'terminated' ? record.effectiveDate : null;

/** A user's default place is where that person works. */
async function setDefault(
  client: SeedClient,
  { companyId, userId, orgStructureId }: DemoPerson,
): Promise<void> {
  if (userId === null) return;
  await client.query(
    `INSERT INTO default_org_structures (company_id, user_id, org_structure_id) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [companyId, userId, orgStructureId],
  );
}
