import { writeToOutbox } from '@safety/bus/outbox';
import { type AssociateType, associateChanged } from '@safety/contracts';
import { type DemoPerson, type DemoPlace, demoId } from '@safety/demo-data';
import { insertMissing, type SeedClient } from '@safety/persistence';
import { displayName } from '../associates/associates.rows.js';
import { daysLater } from '../personnel/calendar.js';
import { recordOf } from './demo-record.js';

interface DemoAssociate {
  firstName: string;
  lastName: string;
  associateType: AssociateType;
  employerName: string | null;
  jobTitle: string | null;
  /** Days from today until the validity ends; null: it does not. */
  validForDays: number | null;
}

const associates: DemoAssociate[] = [
  ['Conor', 'Daly', 'contractor', 'Daly Drilling', 'Driller', 14],
  ['Marta', 'Kowalska', 'contractor', 'Daly Drilling', 'Driller', 200],
  ['Piet', 'Vermeer', 'subcontractor', 'Crane Works', 'Crane technician', 7],
  ['Lena', 'Brandt', 'contractor', 'Belt Service', 'Conveyor technician', -30],
  ['Samir', 'Haddad', 'agencyWorker', 'Quick Staff', 'General operative', 60],
  ['Rosa', 'Lima', 'consultant', 'Rock Survey', 'Geotechnical surveyor', 365],
  ['Tom', 'Hughes', 'visitor', null, null, 0],
  ['Ines', 'Moreau', 'student', null, null, 90],
  ['Karl', 'Nyberg', 'supplier', 'Explosives Supply', 'Delivery driver', null],
].map(([firstName, lastName, associateType, employerName, jobTitle, validForDays]) => ({
  firstName,
  lastName,
  associateType,
  employerName,
  jobTitle,
  validForDays,
})) as DemoAssociate[];

/** Adds the associates of one company and their job titles, and publishes the associates. */
export async function addDemoAssociates(
  client: SeedClient,
  companyId: string,
  places: readonly DemoPlace[],
  people: readonly DemoPerson[],
  today: string,
): Promise<void> {
  const titleId = (title: string) => demoId('job-title', companyId, title);
  const titles = new Set(associates.flatMap(({ jobTitle }) => jobTitle ?? []));
  const titleRows = [...titles].map((name) => ({ ...recordOf(companyId, titleId(name)), name }));
  await insertMissing(client, 'job_titles', titleRows);
  const sites = places.filter(({ type }) => type === 'site');
  const rows = associates.map((associate, index) => {
    const site = sites[index % sites.length];
    const host = people.find(({ orgStructureId }) => orgStructureId === site?.id);
    const { validForDays, jobTitle } = associate;
    return {
      ...recordOf(companyId, demoId('associate', companyId, index)),
      first_name: associate.firstName,
      last_name: associate.lastName,
      associate_type: associate.associateType,
      employer_name: associate.employerName,
      job_title_id: jobTitle === null ? null : titleId(jobTitle),
      org_structure_ids: site ? [site.id] : [],
      host_personnel_id: host?.id ?? null,
      valid_from: '2025-01-01',
      valid_to: validForDays === null ? null : daysLater(today, validForDays),
      induction_completed_at: index % 2 === 0 ? '2025-01-02' : null,
    };
  });
  const added = await insertMissing(client, 'associates', rows);
  for (const row of rows.filter(({ id }) => added.has(id)))
    await writeToOutbox(client, companyId, associateChanged, {
      id: row.id,
      version: 1,
      displayName: displayName({ firstName: row.first_name, lastName: row.last_name }),
      associateType: row.associate_type,
      orgStructureIds: row.org_structure_ids,
      archived: false,
    });
}
