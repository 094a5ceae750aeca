import { expect, it } from '@jest/globals';
import { builtInRoles, type CompanyState } from '@safety/contracts';
import { CompanyTransactions, enterCompany } from '@safety/persistence';
import { dateIn, startOfDay } from '@safety/platform';
import { lockWaits, type TestCaller } from '@safety/testing';
import { addPerson, addPlace, setRoles, sql } from '../testing/organisation.js';
import { startCompany } from '../testing/scene.js';
import { historyOf, historyRecord } from '../testing/work-history.js';
import { daysLater } from '../work-history/calendar.js';
import { DueHistory } from '../work-history/due-history.js';
import { HistoryEffects } from './history-effects.js';
import { TimeZoneMoves } from './time-zone-moves.js';

const { api } = await startCompany();
const effects = api.app.get(HistoryEffects);
const transactions = api.app.get(CompanyTransactions);

/** A day apart at every hour. */
const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Honolulu'];
const FUTURE = daysLater(dateIn(ahead, new Date()), 30);

/** A caller whose memberships have a time zone; they are known for a minute, so each has its own. */
async function callerIn(timeZone: string, company?: { companyId: string }): Promise<TestCaller> {
  const caller = await api.caller(company);
  const { companyId, userId } = caller;
  await setRoles(api, userId, companyId, [{ permissions: builtInRoles.admin }], timeZone);
  return caller;
}

/** A company of its own, in a time zone, with one person. */
async function companyIn(timeZone: string) {
  const caller = await callerIn(timeZone);
  const { companyId } = caller;
  const place = await addPlace(api, companyId, 'Quarry');
  return { caller, companyId, place, person: await addPerson(caller, place) };
}

const stateOf = (companyId: string, timeZone: string, version = 1): CompanyState => ({
  id: companyId,
  version,
  name: 'Works',
  status: 'active',
  timeZone,
  riskBands: null,
  allowSelfApproval: false,
  sessionLifetimeMinutes: null,
  defaultApproverUserIds: [],
});

/** Follows a state of a company, as its message does. */
async function moveTo(companyId: string, timeZone: string, version?: number): Promise<void> {
  const state = stateOf(companyId, timeZone, version);
  await transactions.asSystem(companyId, () => api.app.get(TimeZoneMoves).follow(state));
}

const versionOf = async (caller: TestCaller, { id }: { id: string }): Promise<number> =>
  (await caller.get(`/personnel/${id}`)).body.version;

const dueAt = async (companyId: string): Promise<Date[]> =>
  (await sql(api, companyId, 'SELECT due_at FROM history_due WHERE company_id = $1', [companyId])).rows.map(
    (row) => row.due_at,
  );

/** Begins something while nobody else gets at a person, and does the rest once it waits for the person. */
async function whileHeld<Done>(
  companyId: string,
  { id }: { id: string },
  begin: () => Promise<Done>,
  meanwhile: () => Promise<void>,
): Promise<Done> {
  let begun: Promise<Done> | undefined;
  await api.database.transaction('service', async (client) => {
    await enterCompany(client, companyId);
    await client.query('SELECT FROM personnel WHERE id = $1 FOR UPDATE', [id]);
    begun = begin();
    await lockWaits(client);
    await meanwhile();
  });
  return begun as Promise<Done>;
}

it('a record that is due waits on where its company moves away from its day meanwhile', async () => {
  const { caller, companyId, place, person } = await companyIn(ahead);
  await caller.post(historyOf(person), historyRecord(place, FUTURE));
  let running: Promise<void> | undefined;
  await transactions.asSystem(companyId, async () => {
    await api.app.get(TimeZoneMoves).follow(stateOf(companyId, behind));
    running = effects.run(startOfDay(FUTURE, ahead));
    await lockWaits(transactions.current(companyId).client);
  });
  await running;
  expect(await versionOf(caller, person)).toBe(1);
  expect(await dueAt(companyId)).toEqual([startOfDay(FUTURE, behind)]);
  await effects.run(startOfDay(FUTURE, behind));
  expect(await versionOf(caller, person)).toBe(2);
});

it('a write that is under way while its company moves keeps the day of the new time zone', async () => {
  const { caller, companyId, place, person } = await companyIn(ahead);
  const { status } = await whileHeld(
    companyId,
    person,
    () => caller.post(historyOf(person), historyRecord(place, FUTURE)),
    () => moveTo(companyId, behind),
  );
  expect([status, await dueAt(companyId)]).toEqual([201, [startOfDay(FUTURE, behind)]]);
});

it('a move waits for a write that has told its day', async () => {
  const { caller, companyId, place, person } = await companyIn(ahead);
  await caller.post(historyOf(person), historyRecord(place, FUTURE));
  const due = api.app.get(DueHistory);
  let moving: Promise<void> | undefined;
  await transactions.asSystem(companyId, async () => {
    const company = { companyId, timeZone: ahead };
    await due.drop(company, person.id, FUTURE);
    await due.add(company, person.id, FUTURE);
    moving = moveTo(companyId, behind);
    await lockWaits(transactions.current(companyId).client);
  });
  await moving;
  expect(await dueAt(companyId)).toEqual([startOfDay(FUTURE, behind)]);
});

/** Somebody who has left by a record of today, in a company that moves to where it is yesterday. */
async function takenBack() {
  const { caller, companyId, place, person } = await companyIn(ahead);
  const date = dateIn(ahead, new Date());
  await caller.post(historyOf(person), historyRecord(place, date, { employmentStatus: 'terminated' }));
  await moveTo(companyId, behind);
  const after = await callerIn(behind, { companyId });
  const read = async () => (await after.get(`/personnel/${person.id}`)).body;
  expect(await read()).toMatchObject({ version: 2, terminationDate: date });
  return { after, companyId, date, person, read };
}

it('a person whose record waits again is taken back once, and the record takes effect on its day', async () => {
  const { companyId, date, read } = await takenBack();
  expect(await dueAt(companyId)).toEqual([startOfDay(date, behind)]);
  await Promise.all([effects.run(), effects.run()]);
  expect(await read()).toMatchObject({ version: 3, jobTitle: 'Fitter', terminationDate: null });
  await effects.run(startOfDay(date, behind));
  expect(await read()).toMatchObject({ version: 4, terminationDate: date });
});

it('a person whose record is deleted before has no date of termination of it', async () => {
  const { after, date, person, read } = await takenBack();
  expect((await after.delete(historyOf(person, date))).status).toBe(204);
  expect(await read()).toMatchObject({ jobTitle: 'Fitter', terminationDate: null });
});

it('a person whose record begins again before stays as it is', async () => {
  const { companyId, date, read } = await takenBack();
  await moveTo(companyId, ahead, 2);
  await effects.run();
  expect(await read()).toMatchObject({ version: 3, terminationDate: date });
});
