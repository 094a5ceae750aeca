import { demoCompanies, demoPeople, demoPlaces } from '@safety/demo-data';
import { enterCompany, seedTransaction } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { type DeploymentKeys, newestKey } from '../encryption/company-keys.js';
import { addDemoAssociates } from './demo-associates.js';
import { addDemoPeople } from './demo-people.js';
import { addDemoPlaces } from './demo-places.js';
import { addDemoUsers } from './demo-users.js';

/** Adds the demo users, places, people and associates that are missing. */
export async function addDemoOrganisation(serviceUrl: string, keys: DeploymentKeys): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    for (const company of demoCompanies) {
      const { id, timeZone } = company;
      await enterCompany(client, id);
      const ofCompany = <Row extends { companyId: string }>(rows: Row[]) =>
        rows.filter(({ companyId }) => companyId === id);
      const [places, people] = [ofCompany(demoPlaces), ofCompany(demoPeople)];
      await addDemoUsers(client, id);
      await addDemoPlaces(client, id, places);
      await addDemoPeople(client, company, people, await newestKey(client, keys, id));
      await addDemoAssociates(client, id, dateIn(timeZone, new Date()));
    }
  });
}
