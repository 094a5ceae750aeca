import { describe, expect, it } from '@jest/globals';
import {
  builtInRoles,
  derivedMembers,
  employmentStatuses,
  type PersonnelAuditEntry,
} from '@safety/contracts';
import { dateIn, startOfDay } from '@safety/platform';
import { randomBy } from '@safety/testing';
import { addPerson, addPlace, setRoles, sql } from '../testing/organisation.js';
import { firstError, startScene } from '../testing/scene.js';
import { historyOf as at, historyRecord } from '../testing/work-history.js';
import { daysLater } from '../work-history/calendar.js';
import { HistoryEffects } from './history-effects.js';

const { api, admin, quarry, depot } = await startScene();

const today = dateIn('Europe/Dublin', new Date());
const record = (effectiveDate: string, changes: object = {}) => historyRecord(quarry, effectiveDate, changes);
const chain = async (person: { id: string }, query = '') =>
  (await admin.get(`${at(person)}${query}`)).body.data;
const read = async (person: { id: string }, query = '') =>
  (await admin.get(`/personnel/${person.id}${query}`)).body;

describe.each([1, 2, 3])('random writes (seed %s)', (seed) => {
  it('leave what a naive look at the records finds, on every date', async () => {
    const random = randomBy(seed);
    const HIRED = daysLater(today, -2_500);
    const person = await addPerson(admin, quarry, { hireDate: HIRED });
    const model = new Map<string, Record<string, unknown>>();
    const [first] = await chain(person);
    model.set(HIRED, first);
    const leftOn = () => {
      let since: string | null = null;
      for (const date of [...model.keys()].sort().filter((one) => one <= today))
        since = model.get(date)?.employmentStatus === 'terminated' ? (since ?? date) : null;
      return since;
    };
    let departures = 0;
    const anyDate = () => daysLater(HIRED, random.below(400) * 7);
    for (let step = 0; step < 40; step++) {
      const date = random.chance(0.5) ? anyDate() : random.of([...model.keys()]);
      const body = record(anyDate(), {
        orgStructureId: random.of([quarry, depot]).id,
        jobTitle: random.of(['Driver', 'Fitter', 'Foreman']),
        employmentStatus: random.of(employmentStatuses),
        fte: random.of([0.5, 0.8, 1]),
      });
      const kind = random.of(['post', 'put', 'delete'] as const);
      if (kind === 'post') {
        const answer = await admin.post(at(person), body);
        expect(answer.status).toBe(model.has(body.effectiveDate) ? 409 : 201);
        if (answer.status === 201) model.set(body.effectiveDate, answer.body);
      } else if (kind === 'put') {
        const answer = await admin.put(at(person, date), body);
        const movesFirst = date === HIRED && body.effectiveDate !== HIRED;
        if (movesFirst) {
          expect(firstError(answer)).toEqual([422, '/effectiveDate', 'out-of-range']);
          continue;
        }
        const taken = body.effectiveDate !== date && model.has(body.effectiveDate);
        expect(answer.status).toBe(!model.has(date) ? 404 : taken ? 409 : 200);
        if (answer.status !== 200) continue;
        model.delete(date);
        model.set(body.effectiveDate, answer.body);
      } else {
        const { status } = await admin.delete(at(person, date));
        expect(status).toBe(!model.has(date) ? 404 : date === HIRED ? 409 : 204);
        if (status === 204) model.delete(date);
      }
      const { terminationDate } = await read(person);
      expect([step, terminationDate]).toEqual([step, leftOn()]);
      if (terminationDate) departures += 1;
    }
    expect(departures).toBeGreaterThan(0);
    const dates = [...model.keys()].sort();
    const links = (await chain(person, '?limit=200')).reverse();
    expect(links.map((link: { effectiveDate: string }) => link.effectiveDate)).toEqual(dates);
    // No gap: every day of the employment has a record.
    expect(dates[0]).toBe(HIRED);
    for (const [index, link] of links.entries()) {
      const next = links[index + 1];
      expect(link.changedToRecordId).toBe(next?.id ?? null);
      expect(link.endDate).toBe(next ? daysLater(next.effectiveDate, -1) : null);
      expect(link.isCurrent).toBe(link.effectiveDate <= today && !(next && next.effectiveDate <= today));
    }
    const asked = [
      HIRED,
      daysLater(HIRED, -1),
      today,
      ...dates.flatMap((date) => [daysLater(date, -1), date]),
    ];
    for (const date of asked) {
      const inForce = model.get(dates.findLast((one) => one <= date) ?? '');
      const seen = await read(person, `?asOf=${date}`);
      for (const member of derivedMembers.filter((name) => name !== 'orgStructurePath'))
        expect([date, member, seen[member]]).toEqual([date, member, inForce?.[member] ?? null]);
      expect(seen.nextChangeDate).toBe(dates.find((one) => one > date) ?? null);
      // Lists find the person by the days of the record.
      const isFoundBy = async (filter: string) =>
        (await admin.get(`/personnel?asOf=${date}&ids=${person.id}&${filter}`)).body.data.length === 1;
      const { orgStructureId, jobTitle, employmentStatus } = seen;
      for (const { id } of [quarry, depot])
        expect([date, await isFoundBy(`orgStructureId=${id}`)]).toEqual([date, id === orgStructureId]);
      if (inForce) expect(await isFoundBy(`jobTitle=${jobTitle}`)).toBe(true);
      for (const status of employmentStatuses)
        expect(await isFoundBy(`employmentStatus=${status}`)).toBe(status === employmentStatus);
    }
    expect((await read(person)).jobTitle).toBe(
      model.get(dates.findLast((one) => one <= today) ?? '')?.jobTitle,
    );
  });
});

describe('a record of the future takes effect once, when its day begins where the company is', () => {
  /** The next two days on which the clocks of a time zone change. */
  function clockChanges(timeZone: string): string[] {
    const days = Array.from({ length: 400 }, (_, index) => daysLater(today, index + 3));
    const begins = days.map((date) => startOfDay(date, timeZone).getTime());
    const changes = days.filter((_, index) => {
      const [begin = 0, next = begin] = begins.slice(index, index + 2);
      return (next - begin) % 86_400_000 !== 0;
    });
    if (changes.length < 2) throw new Error(`The clocks of ${timeZone} no longer change twice a year`);
    return changes.slice(0, 2);
  }
  const effects = () => api.app.get(HistoryEffects);

  // At midnight in Havana and Beirut; in Kolkata they never change.
  const days: [timeZone: string, date: string][] = [
    ...['Europe/Dublin', 'America/New_York', 'America/Havana', 'Asia/Beirut', 'Pacific/Auckland'].flatMap(
      (timeZone) => clockChanges(timeZone).map((date): [string, string] => [timeZone, date]),
    ),
    ['Asia/Kolkata', daysLater(today, 100)],
  ];

  it.each(days)('%s, %s', async (timeZone, date) => {
    const caller = await api.caller();
    await setRoles(api, caller.userId, caller.companyId, [{ permissions: builtInRoles.admin }], timeZone);
    const place = await addPlace(api, caller.companyId, 'Quarry');
    const person = await addPerson(caller, place);
    await caller.post(at(person), record(date, { orgStructureId: place.id }));
    const versionAt = async (instant: Date) => {
      await effects().run(instant);
      return (await caller.get(`/personnel/${person.id}`)).body.version;
    };
    const begins = startOfDay(date, timeZone);
    expect(dateIn(timeZone, begins)).toBe(date);
    expect(dateIn(timeZone, new Date(begins.getTime() - 1))).toBe(daysLater(date, -1));
    expect(await versionAt(new Date(begins.getTime() - 1))).toBe(1);
    expect(await versionAt(begins)).toBe(2);
    expect(await versionAt(new Date(begins.getTime() + 86_400_000))).toBe(2);
    const { rows } = await sql(
      api,
      caller.companyId,
      `SELECT envelope -> 'payload' AS payload FROM outbox WHERE envelope ->> 'type' = 'personnel-changed.v1'
           AND envelope -> 'payload' ->> 'id' = $1 ORDER BY id`,
      [person.id],
    );
    expect(rows.map(({ payload }) => [payload.version, payload.jobTitle])).toEqual([
      [1, 'Fitter'],
      [2, 'Driver'],
    ]);
  });

  it('not when it was moved to a later day or deleted, and at once when it was moved to the past', async () => {
    const person = await addPerson(admin, quarry);
    const [soon, later] = [daysLater(today, 10), daysLater(today, 20)];
    await admin.post(at(person), record(soon));
    await admin.put(at(person, soon), record(later));
    const version = async (date: string) => {
      await effects().run(startOfDay(date, 'Europe/Dublin'));
      return (await read(person)).version;
    };
    expect([await version(soon), await version(later)]).toEqual([1, 2]);
    await admin.post(at(person), record(daysLater(today, 30)));
    await admin.delete(at(person, daysLater(today, 30)));
    expect(await version(daysLater(today, 30))).toBe(2);
    await admin.post(at(person), record(daysLater(today, 40), { jobTitle: 'Welder' }));
    await admin.put(at(person, daysLater(today, 40)), record('2023-01-01', { jobTitle: 'Welder' }));
    expect((await read(person)).jobTitle).toBe('Welder');
    const now = (await read(person)).version;
    expect(await version(daysLater(today, 40))).toBe(now);
  });

  it('also where the country has moved its clocks back since the record was written', async () => {
    const person = await addPerson(admin, quarry);
    const date = daysLater(today, 50);
    await admin.post(at(person), record(date));
    const text = "UPDATE history_due SET due_at = due_at - interval '1 hour' WHERE personnel_id = $1";
    expect((await sql(api, admin.companyId, text, [person.id])).rowCount).toBe(1);
    const begins = startOfDay(date, 'Europe/Dublin');
    const versionAt = async (instant: Date) => {
      await effects().run(instant);
      return (await read(person)).version;
    };
    expect(await versionAt(new Date(begins.getTime() - 30 * 60_000))).toBe(1);
    expect(await versionAt(begins)).toBe(2);
    const { rows } = await sql(
      api,
      admin.companyId,
      `SELECT envelope -> 'payload' ->> 'jobTitle' AS title FROM outbox
       WHERE envelope ->> 'type' = 'personnel-changed.v1' AND envelope -> 'payload' ->> 'id' = $1 ORDER BY id`,
      [person.id],
    );
    expect(rows.map(({ title }) => title)).toEqual(['Fitter', 'Driver']);
  });

  it('each with its own change after several days at once; messages tell of today', async () => {
    const [person, other] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    const [left, back, run] = [5, 7, 9].map((days) => daysLater(today, days)) as [string, string, string];
    const leaves = record(left, { jobTitle: 'Second', employmentStatus: 'terminated' });
    for (const one of [person, other]) await admin.post(at(one), leaves);
    await admin.post(at(person), record(back, { jobTitle: 'Third', orgStructureId: depot.id }));
    await effects().run(startOfDay(run, 'Europe/Dublin'));
    const changesOf = async ({ id }: { id: string }) => {
      const { data } = (await admin.get(`/personnel/${id}/audit`)).body;
      const changes: PersonnelAuditEntry[] = data.filter(
        ({ resource, operation }: PersonnelAuditEntry) => resource === 'person' && operation === 'changed',
      );
      return changes.map(({ version, members }) => [
        version,
        Object.fromEntries(members.map(({ member, from, to }) => [member, [from, to]])),
      ]);
    };
    const leaving = {
      jobTitle: ['Fitter', 'Second'],
      employmentStatus: ['active', 'terminated'],
      terminationDate: [null, left],
    };
    const returning = {
      jobTitle: ['Second', 'Third'],
      employmentStatus: ['terminated', 'active'],
      terminationDate: [left, null],
      orgStructureId: [quarry.id, depot.id],
    };
    expect(await changesOf(person)).toEqual([
      [3, returning],
      [2, leaving],
    ]);
    expect(await changesOf(other)).toEqual([[2, leaving]]);
    const text = `SELECT envelope -> 'payload' AS payload FROM outbox
      WHERE envelope ->> 'type' = 'personnel-changed.v1' AND envelope -> 'payload' ->> 'id' = $1 ORDER BY id`;
    const { rows } = await sql(api, admin.companyId, text, [person.id]);
    const ofToday = { jobTitle: 'Third', employmentStatus: 'active', orgStructureId: depot.id };
    expect(rows.slice(1).map(({ payload }) => payload)).toMatchObject([
      { version: 2, ...ofToday },
      { version: 3, ...ofToday },
    ]);
  });

  it('also behind a hundred that fail', async () => {
    const [broken, person] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    for (let days = 1; days <= 100; days++) await admin.post(at(broken), record(daysLater(today, days)));
    const text = "UPDATE history_due SET time_zone = 'Nowhere' WHERE personnel_id = $1";
    expect((await sql(api, admin.companyId, text, [broken.id])).rowCount).toBe(100);
    await admin.post(at(person), record(daysLater(today, 101)));
    await effects().run(startOfDay(daysLater(today, 101), 'Europe/Dublin'));
    expect([(await read(broken)).version, (await read(person)).version]).toEqual([1, 2]);
  });
});
