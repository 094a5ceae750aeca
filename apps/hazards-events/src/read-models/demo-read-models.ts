import { demoPeople, demoPlaces } from '@safety/demo-data';
import { seedRows } from '@safety/persistence';

/** The demo places and people as their owner has them, so that the first start need not wait for the bus. */
export async function addDemoReadModels(serviceUrl: string): Promise<void> {
  const places = demoPlaces.map((place) => ({
    company_id: place.companyId,
    id: place.id,
    version: 1,
    name: place.name,
    path: place.path,
    path_ids: place.pathIds,
    archived: false,
  }));
  const people = demoPeople.map((person) => ({
    company_id: person.companyId,
    id: person.id,
    version: 1,
    display_name: `${person.firstName} ${person.lastName}`,
    user_id: person.userId,
    org_structure_id: person.orgStructureId,
    archived: false,
  }));
  await seedRows(serviceUrl, 'org_structures', places);
  await seedRows(serviceUrl, 'personnel', people);
}
