import { writeToOutbox } from '@safety/bus/outbox';
import { personnelChanged } from '@safety/contracts';
import { type DemoPerson, demoId } from '@safety/demo-data';
import { insertMissing, raiseNumberSeries, type SeedClient } from '@safety/persistence';
import { displayName } from '../personnel/personnel-presentation.js';
import { NUMBERS } from '../personnel/personnel-records.js';
import { recordOf } from './demo-record.js';

/** Adds the people of one company that are missing, each with a first record of work history, and tells of them. */
export async function addDemoPeople(
  client: SeedClient,
  companyId: string,
  people: DemoPerson[],
): Promise<void> {
  const added = await insertMissing(
    client,
    'personnel',
    people.map((person) => ({
      ...recordOf(companyId, person.id),
      personnel_number: person.personnelNumber,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      hire_date: person.hireDate,
      line_manager_id: person.lineManagerId,
      user_id: person.userId,
    })),
  );
  const newPeople = people.filter(({ id }) => added.has(id));
  await insertMissing(
    client,
    'work_history',
    newPeople.map((person) => ({
      ...recordOf(companyId, demoId('history', person.id)),
      personnel_id: person.id,
      effective_date: person.hireDate,
      org_structure_id: person.orgStructureId,
      job_title: person.jobTitle,
      employment_type: person.employmentType,
      employment_status: 'active',
      fte: 1,
      reason: 'hire',
    })),
  );
  await raiseNumberSeries(client, companyId, NUMBERS, people.length);
  for (const person of newPeople) {
    await setDefault(client, person);
    await writeToOutbox(client, companyId, personnelChanged, {
      id: person.id,
      version: 1,
      displayName: displayName({ ...person, preferredName: null }),
      userId: person.userId,
      orgStructureId: person.orgStructureId,
      jobTitle: person.jobTitle,
      employmentStatus: 'active',
      lineManagerId: person.lineManagerId,
      archived: false,
    });
  }
}

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
