import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { type Answer, lockWaits, type TestCaller } from '@safety/testing';
import { associate } from '../testing/associates.js';
import { addItem, placed } from '../testing/org-structures.js';
import { addPerson, person } from '../testing/organisation.js';
import { startScene } from '../testing/scene.js';

const { api, admin, quarry } = await startScene();
const other = await api.caller();

const MANY = 64;

/** Sends many while a turn of the company is another's, and what others want meanwhile. */
async function whileOthersWait(turn: string, send: (index: number) => Promise<Answer>): Promise<number[]> {
  let answers: Promise<Answer[]> | undefined;
  await api.database.transaction('owner', async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${turn}:${admin.companyId}`,
    ]);
    answers = Promise.all(Array.from({ length: MANY }, (_, index) => send(index)));
    expect((await admin.get('/personnel')).status).toBe(200);
    expect((await addItem(other)).id).toBeDefined();
  });
  return ((await answers) ?? []).map(({ status }) => status);
}

/** The headers of every other request of many. */
const keyed = (index: number) => (index % 2 ? {} : { headers: { 'idempotency-key': randomUUID() } });

const all = (status: number) => Array.from({ length: MANY }, () => status);

it('changes of org structures that wait for their turns hold up neither reads nor other companies', async () => {
  const [north, south] = [await placed(admin, 'North'), await placed(admin, 'South')];
  const move = (index: number) =>
    admin.patch(`/orgstructures/${south.id}`, { parentId: index % 3 ? north.id : null }, keyed(index));
  expect(await whileOthersWait('org-structures', move)).toEqual(all(200));
});

it('changes of line managers, too', async () => {
  const [manager, report] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
  const set = (index: number) =>
    admin.patch(`/personnel/${report.id}`, { lineManagerId: manager.id }, keyed(index));
  expect(await whileOthersWait('line-managers', set)).toEqual(all(200));
});

it.each([
  ['/personnel', (id: string) => person({ id })],
  ['/associate', (id: string) => ({ ...associate(), orgStructureIds: [id] })],
])(
  'POST %s at an org structure waits for who wants to change it, who waits for others',
  async (path, body) => {
    const place = await placed(admin, randomUUID());
    let answers: Promise<Answer[]> | undefined;
    await api.database.transaction('owner', async (client) => {
      await client.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
        `org-structures:${admin.companyId}`,
      ]);
      const moved = admin.patch(`/orgstructures/${place.id}`, { parentId: quarry.id });
      await lockWaits(client);
      answers = Promise.all([moved, admin.post(path, body(place.id))]);
      await lockWaits(client, 2);
    });
    expect((await answers)?.map(({ status }) => status)).toEqual([200, 201]);
  },
);

it('100 people who are added at once have numbers without gaps', async () => {
  const add = (caller: TestCaller) => caller.post('/personnel', person(quarry));
  const answers = await Promise.all(Array.from({ length: 100 }, () => add(admin)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const numbers = answers.map(({ body }) => Number(body.personnelNumber.slice(2))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
});
