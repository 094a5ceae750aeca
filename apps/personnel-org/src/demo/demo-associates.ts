import { writeToOutbox } from '@safety/bus/outbox';
import { associateChanged } from '@safety/contracts';
import { demoAssociates, demoId } from '@safety/demo-data';
import { insertMissing, type SeedClient } from '@safety/persistence';
import { displayName } from '../associates/associates.rows.js';
import { daysLater } from '../work-history/calendar.js';
import { recordOf } from './demo-record.js';

/** Adds the associates of one company and their job titles, and publishes the associates. */
export async function addDemoAssociates(client: SeedClient, companyId: string, today: string): Promise<void> {
  const associates = demoAssociates.filter((associate) => associate.companyId === companyId);
  const titleId = (title: string) => demoId('job-title', companyId, title);
  const titles = new Set(associates.flatMap(({ jobTitle }) => jobTitle ?? []));
  const titleRows = [...titles].map((name) => ({ ...recordOf(companyId, titleId(name)), name }));
  await insertMissing(client, 'job_titles', titleRows);
  const rows = associates.map((associate, index) => {
    const { id, jobTitle, validForDays } = associate;
    return {
      ...recordOf(companyId, id),
      first_name: associate.firstName,
      last_name: associate.lastName,
      associate_type: associate.associateType,
      employer_name: associate.employerName,
      job_title_id: jobTitle === null ? null : titleId(jobTitle),
      org_structure_ids: associate.orgStructureIds,
      host_personnel_id: associate.hostPersonnelId,
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
