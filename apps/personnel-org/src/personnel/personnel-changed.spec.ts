import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { type Envelope, envelopeSchema, personnelChanged } from '@safety/contracts';
import { dateIn, LOGGER, type Logger } from '@safety/platform';
import { eventually, type TestApi } from '@safety/testing';
import { addPerson, addPlace, sql, startPersonnelOrg } from '../testing/organisation.js';
import { daysLater } from '../work-history/calendar.js';
import { HistoryEffects } from './history-effects.js';

let api: TestApi;
let redis: ReturnType<typeof connectRedis>;

beforeAll(async () => {
  api = await startPersonnelOrg();
  redis = connectRedis(process.env['REDIS_URL'] ?? '', api.app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
});

afterAll(async () => {
  redis.disconnect();
  await api.close();
});

/** The messages about a person in the stream of personnel-org, oldest first. */
async function published(id: string): Promise<Envelope[]> {
  const entries = await redis.xrevrange('bus:personnel-org', '+', '-', 'COUNT', 1000);
  return entries
    .map(([, fields]) => envelopeSchema.parse(JSON.parse(fields[1] ?? '')))
    .filter(({ payload }) => (payload as { id?: string }).id === id)
    .reverse();
}

describe('personnel-changed.v1', () => {
  it('arrives on the bus after POST and after PUT, in this order', async () => {
    const admin = await api.caller();
    const place = await addPlace(api, admin.companyId, 'Quarry');
    const added = await addPerson(admin, place, { preferredName: 'Evie' });
    await admin.put(`/personnel/${added.id}`, { ...added, preferredName: null });
    const envelopes = await eventually(async () => {
      const found = await published(added.id);
      expect(found).toHaveLength(2);
      return found;
    });
    expect(envelopes).toMatchObject([
      {
        type: personnelChanged.name,
        companyId: admin.companyId,
        payload: { version: 1, displayName: 'Evie Byrne' },
      },
      { companyId: admin.companyId, payload: { version: 2, displayName: 'Aoife Byrne' } },
    ]);
    expect(envelopes[0]?.payload).toMatchObject({ userId: null, orgStructureId: place.id, archived: false });
  });

  it.each([
    [
      'leave and more hours go on with the job',
      [{ employmentStatus: 'onLeave' }, { fte: 0.5 }],
      '2020-01-01',
      [],
    ],
    ['another job', [{ jobTitle: 'Driver' }, { jobTitle: 'Driver', fte: 0.5 }], '2021-01-01', ['2020-01-01']],
    ['back in the former job', [{ jobTitle: 'Driver' }, {}], '2022-01-01', ['2021-01-01', '2020-01-01']],
    ['gone', [{}, { employmentStatus: 'terminated' }], null, []],
    ['returned', [{ employmentStatus: 'terminated' }, {}], '2022-01-01', []],
  ])('says since when somebody works, and where before: %s', async (_, records, since, before) => {
    const admin = await api.caller();
    const place = await addPlace(api, admin.companyId, 'Quarry');
    const added = await addPerson(admin, place, { hireDate: '2020-01-01' });
    const first = (await admin.get(`/personnel/${added.id}/history`)).body.data[0];
    for (const [index, changes] of records.entries()) {
      const record = { ...first, ...changes, id: undefined, effectiveDate: `${2021 + index}-01-01` };
      expect((await admin.post(`/personnel/${added.id}/history`, record)).status).toBe(201);
    }
    await eventually(async () =>
      expect((await published(added.id)).at(-1)?.payload).toMatchObject({
        workingSince: since,
        formerly: before.map((from) => ({ from, orgStructureId: place.id })),
      }),
    );
  });

  it('does not publish a person who was refused', async () => {
    const admin = await api.caller();
    const place = await addPlace(api, admin.companyId, 'Quarry');
    const { id } = await addPerson(admin, place, { email: 'taken@example.test' });
    const refused = await addPerson(admin, place, { email: 'TAKEN@example.test' });
    expect(refused).toMatchObject({ code: 'duplicate', conflictingId: id });
    const after = await addPerson(admin, place);
    await eventually(async () => expect(await published(after.id)).toHaveLength(1));
    expect(await published(id)).toHaveLength(1);
  });
});

it('says by which org structure somebody who works nowhere yet is in sight', async () => {
  const admin = await api.caller();
  const [quarry, depot] = [
    await addPlace(api, admin.companyId, 'Quarry'),
    await addPlace(api, admin.companyId, 'Depot'),
  ];
  const hireDate = dateIn('Europe/Dublin', new Date(Date.now() + 24 * 60 * 60 * 1000));
  const added = await addPerson(admin, quarry, { hireDate });
  const { data } = (await admin.get(`/personnel/${added.id}/history`)).body;
  const moved = { ...data[0], orgStructureId: depot.id };
  const { status } = await admin.put(`/personnel/${added.id}/history?date=${hireDate}`, moved);
  expect(status).toBe(200);
  await eventually(async () =>
    expect((await published(added.id)).map(({ payload }) => payload)).toMatchObject([
      { version: 1, orgStructureId: null, placeId: quarry.id },
      { version: 2, orgStructureId: null, placeId: depot.id },
    ]),
  );
});

describe('a record of work history takes effect', () => {
  const tomorrow = () => daysLater(dateIn('Europe/Dublin', new Date()), 1);
  const effects = () => api.app.get(HistoryEffects);

  async function hiredTomorrow(changes: object = {}, history: object = {}) {
    const admin = await api.caller();
    const place = await addPlace(api, admin.companyId, 'Quarry');
    const added = await addPerson(admin, place, { hireDate: tomorrow(), ...changes }, history);
    const get = async () => (await admin.get(`/personnel/${added.id}`)).body;
    /** As if that day had begun long ago. */
    const passTime = async () => {
      const run = (text: string) => sql(api, admin.companyId, text, [added.id]);
      await run("UPDATE personnel SET hire_date = '2020-01-01' WHERE id = $1");
      await run(`WITH due AS (
          UPDATE history_due SET effective_date = '2020-01-01', due_at = '2020-01-01' WHERE personnel_id = $1)
        UPDATE work_history SET effective_date = '2020-01-01' WHERE personnel_id = $1`);
    };
    return { added, place, admin, get, passTime };
  }

  it('once, whichever replica finds it first, and is published once', async () => {
    const { added, place, get, passTime } = await hiredTomorrow();
    expect(added).toMatchObject({ version: 1, orgStructureId: null });
    await passTime();
    await Promise.all([effects().run(), effects().run()]);
    await effects().run();
    const now = await get();
    expect(now).toMatchObject({ version: 2, orgStructureId: place.id, modifiedByUserId: null });
    expect(now.modifiedAt > added.modifiedAt).toBe(true);
    await eventually(async () => expect(await published(added.id)).toHaveLength(2));
    const [before, after] = await published(added.id);
    expect(before?.payload).toMatchObject({ version: 1, orgStructureId: null });
    expect(after?.payload).toMatchObject({ version: 2, orgStructureId: place.id });
  });

  it('not before its day begins where the company is', async () => {
    const { added, admin, get } = await hiredTomorrow();
    await effects().run();
    expect(await get()).toEqual(added);
    const local = "(due_at AT TIME ZONE 'Europe/Dublin')::text = effective_date || ' 00:00:00'";
    const text = `DELETE FROM history_due WHERE personnel_id = $1 AND ${local} RETURNING 1`;
    const { rowCount } = await sql(api, admin.companyId, text, [added.id]);
    expect(rowCount).toBe(1);
  });

  it.each([
    ['its own date, when there is none', {}, '2020-01-01'],
    ['the one there is', { terminationDate: '2031-01-01' }, '2031-01-01'],
  ])('and gives somebody who leaves by it a termination date: %s', async (_, changes, expected) => {
    const { get, passTime } = await hiredTomorrow(changes, { employmentStatus: 'terminated' });
    await passTime();
    await effects().run();
    expect(await get()).toMatchObject({ version: 2, terminationDate: expected });
  });
});
