import { builtInRoles } from '@safety/contracts';
import { demoAssociates, demoCourses, demoPeople, demoPlaces, demoUsers } from '@safety/demo-data';
import { seedRows } from '@safety/persistence';

/**
 * The demo places, people, associates, courses and users as their owners publish them, so that the first
 * start need not wait for the bus.
 */
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
    line_manager_id: person.lineManagerId,
    archived: false,
  }));
  const users = demoUsers.flatMap((user) =>
    [...Map.groupBy(user.roles, ({ companyId }) => companyId)].map(([companyId, roles]) => ({
      company_id: companyId,
      id: user.id,
      // Below every version of their owner, whose message replaces this.
      version: 0,
      belongs: true,
      active: true,
      assignments: roles.map(({ id, roleId, role, isEventManager, orgStructureIds }) => ({
        id,
        roleId,
        roleName: role,
        isEventManager,
        permissions: builtInRoles[role],
        orgStructureIds,
      })),
    })),
  );
  const associates = demoAssociates.map((associate) => ({
    company_id: associate.companyId,
    id: associate.id,
    version: 1,
    display_name: `${associate.firstName} ${associate.lastName}`,
    associate_type: associate.associateType,
    org_structure_ids: associate.orgStructureIds,
    archived: false,
  }));
  const courses = demoCourses.map(({ companyId, id, name }) => ({
    company_id: companyId,
    id,
    version: 1,
    name,
    archived: false,
  }));
  await seedRows(serviceUrl, 'org_structures', places);
  await seedRows(serviceUrl, 'company_users', users);
  await seedRows(serviceUrl, 'personnel', people);
  await seedRows(serviceUrl, 'associates', associates);
  await seedRows(serviceUrl, 'courses', courses);
}
