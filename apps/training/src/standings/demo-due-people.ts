import { demoCompanies } from '@safety/demo-data';
import { enterCompany, seedTransaction } from '@safety/persistence';

/** Notes the demo people of whom nothing was published yet: the job looks at them at the first start. */
export async function addDemoDuePeople(serviceUrl: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    for (const { id } of demoCompanies) {
      await enterCompany(client, id);
      await client.query(
        `INSERT INTO due_people (company_id, personnel_id)
         SELECT p.company_id, p.id FROM personnel AS p
         WHERE NOT EXISTS (
           SELECT FROM training_statuses AS s WHERE s.company_id = p.company_id AND s.personnel_id = p.id)`,
      );
    }
  });
}
