import { expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { PublishedCompany } from '../testing/published-company.js';
import { addCourse, select, startWithCompany } from '../testing/training-under-test.js';

const { api, admin } = await startWithCompany();
const { companyId } = admin;
const published = new PublishedCompany(api, companyId);

const isFound = async (text: string) => (await select(api, companyId, text)).length > 0;
const waitsForTurn = () =>
  isFound(`SELECT FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`);
const isSomebodyDue = () =>
  isFound(`SELECT FROM due_people WHERE company_id = '${companyId}' AND due_at <= now()`);

/**
 * Applies the message `first` and, before it is committed, `second`: until that waits, or the job has looked
 * at what it has changed.
 */
async function overlapping(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  let applied: Promise<void> | undefined;
  let isApplied = false;
  published.whileOpen = async () => {
    published.whileOpen = async () => undefined;
    applied = second().then(() => {
      isApplied = true;
    });
    await eventually(async () =>
      expect((await waitsForTurn()) || (isApplied && !(await isSomebodyDue()))).toBe(true),
    );
  };
  await first();
  await applied;
}

const statusOnce = (personnelId: string, status: string) =>
  eventually(async () => {
    const text = 'SELECT steps FROM training_statuses WHERE personnel_id = $1';
    const [row] = await select(api, companyId, text, [personnelId]);
    expect(row?.['steps']).toMatchObject([{ status }]);
  });

it('somebody moves to where a requirement comes in the same moment', async () => {
  const [there, courseId] = [await published.addPlace(), await addCourse(admin)];
  const person = await published.addPerson();
  await overlapping(
    () => published.require(there, [{ courseId, graceDays: 0 }]),
    () => published.publishPerson({ ...person, orgStructureId: there.id, workingSince: '2024-02-29' }),
  );
  await statusOnce(person.id, 'nonCompliant');
});

it('somebody moves to an org structure that moves below a requirement in the same moment', async () => {
  const [above, there, courseId] = [
    await published.addPlace(),
    await published.addPlace(),
    await addCourse(admin),
  ];
  await published.require(above, [{ courseId, graceDays: 0 }]);
  const person = await published.addPerson();
  await overlapping(
    () => published.move(there, above, '2026-01-05'),
    () => published.publishPerson({ ...person, orgStructureId: there.id, workingSince: '2024-02-29' }),
  );
  await statusOnce(person.id, 'nonCompliant');
});

it('an org structure moves below another one that gets requirements in the same moment', async () => {
  const [above, there, courseId] = [
    await published.addPlace(),
    await published.addPlace(),
    await addCourse(admin),
  ];
  const { id } = await published.addPerson({ orgStructureId: there.id, workingSince: '2024-02-29' });
  await overlapping(
    () => published.require(above, [{ courseId, graceDays: 0 }]),
    () => published.move(there, above, '2026-01-05'),
  );
  await statusOnce(id, 'nonCompliant');
});
