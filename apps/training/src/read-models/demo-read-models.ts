import { demoCompanies, demoPeople, demoPlaces, demoRequirementsOf } from '@safety/demo-data';
import { enterCompany, insertMissing, type SeedClient, seedTransaction } from '@safety/persistence';
import { keepRequirementsSql } from './requirements.js';

/**
 * The demo companies, places and people as their owners have them, so that the first start need not wait for
 * the bus.
 */
export async function addDemoReadModels(serviceUrl: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    for (const { id, timeZone } of demoCompanies) {
      await enterCompany(client, id);
      // Below every version of their owner, whose message replaces this.
      const company =
        'INSERT INTO companies (company_id, version, time_zone) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING';
      await client.query(company, [id, timeZone]);
      await addPlaces(client, id);
      await addPeople(client, id);
    }
  });
}

async function addPlaces(client: SeedClient, companyId: string): Promise<void> {
  const places = demoPlaces.filter((place) => place.companyId === companyId);
  const known = { company_id: companyId, version: 1, archived: false, applied_at: 'now' };
  await insertMissing(
    client,
    'org_structures',
    places.map(({ id, itemId, name, path, pathIds }) => ({
      ...known,
      id,
      item_id: itemId,
      name,
      path,
      path_ids: pathIds,
    })),
  );
  const items = places.map(({ itemId, name }) => ({ ...known, id: itemId, name }));
  for (const itemId of await insertMissing(client, 'items', items)) {
    await client.query(keepRequirementsSql, [companyId, itemId, JSON.stringify(demoRequirementsOf(itemId))]);
  }
}

async function addPeople(client: SeedClient, companyId: string): Promise<void> {
  const people = demoPeople.filter((person) => person.companyId === companyId);
  const rows = people.map((person) => ({
    company_id: companyId,
    id: person.id,
    version: 1,
    display_name: `${person.firstName} ${person.lastName}`,
    user_id: person.userId,
    org_structure_id: person.orgStructureId,
    job_title: person.jobTitle,
    employment_status: 'active',
    line_manager_id: person.lineManagerId,
    working_since: person.hireDate,
    formerly: [],
    archived: false,
    applied_at: 'now',
  }));
  await insertMissing(client, 'personnel', rows);
}
