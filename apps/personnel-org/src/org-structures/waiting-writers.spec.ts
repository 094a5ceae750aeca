import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { enterCompany } from '@safety/persistence';
import { type Answer, lockWaits, type TestCaller } from '@safety/testing';
import { associate } from '../testing/associates.js';
import { addItem, placed } from '../testing/org-structures.js';
import { addPerson, person } from '../testing/organisation.js';
import { outcome, startScene } from '../testing/scene.js';
import { historyOf, historyRecord } from '../testing/work-history.js';

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

describe('line managers', () => {
  const OWN = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
  const SHARED = 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))';

  /** Sends writes while a turn or a row is another's, each once those before wait: their outcomes. */
  async function inLine(held: [text: string, value: string], sends: (() => Promise<Answer>)[]) {
    let answers: Promise<Answer[]> | undefined;
    await api.database.transaction('service', async (client) => {
      await enterCompany(client, admin.companyId);
      const [text, value] = held;
      await client.query(text, [value]);
      const sent: Promise<Answer>[] = [];
      for (const send of sends) {
        sent.push(send());
        await lockWaits(client, sent.length);
      }
      answers = Promise.all(sent);
    });
    return ((await answers) ?? []).map(outcome);
  }

  const holding = {
    managers: [SHARED, `line-managers:${admin.companyId}`],
    places: [OWN, `org-structures:${admin.companyId}`],
    quarry: ['SELECT FROM org_structures WHERE id = $1 FOR UPDATE', quarry.id],
  } satisfies Record<string, [string, string]>;
  const archiveOf = (manager: { id: string }) => () => admin.delete(`/personnel/${manager.id}`);
  const newReport = (manager: { id: string }) => () =>
    admin.post('/personnel', person(quarry, { lineManagerId: manager.id }));
  const manages = (manager: { id: string }, report: { id: string }) => () =>
    admin.patch(`/personnel/${report.id}`, { lineManagerId: manager.id });
  const returns = (report: { id: string }) => () =>
    admin.post(historyOf(report), historyRecord(quarry, '2022-01-01'));

  it('201: people with line managers, and work history, while others take the same turn', async () => {
    const [manager, other] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    await api.database.transaction('owner', async (client) => {
      const [text, value] = holding.managers;
      await client.query(text, [value]);
      const record = historyRecord(quarry, '2021-01-01', { lineManagerId: manager.id });
      const answers = [await newReport(manager)(), await admin.post(historyOf(other), record)];
      expect(answers.map(outcome)).toEqual([
        [201, undefined],
        [201, undefined],
      ]);
    });
  });

  it('who is archived has no new report, and who has a new one is not archived', async () => {
    const [first, second] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    expect(await inLine(holding.managers, [archiveOf(first), newReport(first)])).toEqual([
      [204, undefined],
      [422, 'validation-failed'],
    ]);
    expect(await inLine(holding.places, [newReport(second), archiveOf(second)])).toEqual([
      [201, undefined],
      [409, 'in-use'],
    ]);
  });

  it('nobody comes back to who is archived, and who has somebody back is not archived', async () => {
    const left = async () => {
      const manager = await addPerson(admin, quarry);
      const gone = { employmentStatus: 'terminated' };
      return { manager, report: await addPerson(admin, quarry, { lineManagerId: manager.id }, gone) };
    };
    const [first, second] = [await left(), await left()];
    expect(await inLine(holding.managers, [archiveOf(first.manager), returns(first.report)])).toEqual([
      [204, undefined],
      [409, 'archived'],
    ]);
    expect(await inLine(holding.quarry, [returns(second.report), archiveOf(second.manager)])).toEqual([
      [201, undefined],
      [409, 'in-use'],
    ]);
  });

  it('422 cycle: the second of two who take each other, a new report of one aside', async () => {
    const [first, second] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    const sends = [manages(first, second), newReport(first), manages(second, first)];
    expect(await inLine(holding.managers, sends)).toEqual([
      [200, undefined],
      [201, undefined],
      [422, 'cycle'],
    ]);
  });

  it('201: records of two people that name each other as the line manager', async () => {
    const [first, second] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    const names = (manager: { id: string }, report: { id: string }) => () =>
      admin.post(historyOf(report), historyRecord(quarry, '2021-01-01', { lineManagerId: manager.id }));
    expect(await inLine(holding.quarry, [names(first, second), names(second, first)])).toEqual([
      [201, undefined],
      [201, undefined],
    ]);
  });
});

it('100 people who are added at once have numbers without gaps', async () => {
  const add = (caller: TestCaller) => caller.post('/personnel', person(quarry));
  const answers = await Promise.all(Array.from({ length: 100 }, () => add(admin)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const numbers = answers.map(({ body }) => Number(body.personnelNumber.slice(2))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
});
