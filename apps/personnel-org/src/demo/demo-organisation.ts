import { demoCompanies, demoPeople, demoPlaces } from '@safety/demo-data';
import { enterCompany, seedTransaction } from '@safety/persistence';
import { addDemoPeople } from './demo-people.js';
import { addDemoPlaces } from './demo-places.js';
import { addDemoUsers } from './demo-users.js';

/** Adds the demo users, places and people that are missing. */
export async function addDemoOrganisation(serviceUrl: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    for (const { id } of demoCompanies) {
      await enterCompany(client, id);
      const ofCompany = <Row extends { companyId: string }>(rows: Row[]) =>
        rows.filter(({ companyId }) => companyId === id);
      await addDemoUsers(client, id);
      await addDemoPlaces(client, id, ofCompany(demoPlaces));
      await addDemoPeople(client, id, ofCompany(demoPeople));
    }
  });
}
