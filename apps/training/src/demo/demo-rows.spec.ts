import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoCourses, demoPlaces, demoQuarries } from '@safety/demo-data';
import { eventually, type TestApi, type TestCaller } from '@safety/testing';
import { StandingsJob } from '../standings/standings-job.js';
import { select, startTraining } from '../testing/training-under-test.js';
import { addDemoRows } from './demo-rows.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startTraining();
  await addDemoRows(api.database.serviceUrl);
  admin = await api.caller({ companyId: demoQuarries.id });
});

afterAll(() => api.close());

const list = async (path: string) => (await admin.get(path)).body.data;
const count = async (query: string): Promise<number> =>
  (await admin.get(`/training?limit=1&includeTotal=true&${query}`)).body.page.totalCount;

describe('the demo', () => {
  const sites = demoPlaces.filter(({ companyId, type }) => companyId === demoQuarries.id && type === 'site');

  it.each(sites.map(({ name, id }) => [name, id]))(
    'has valid, expiring, expired and missing training at %s',
    async (_, id) => {
      for (const status of ['valid', 'expiringSoon', 'expired'])
        expect(await count(`orgStructureId=${id}&status=${status}`)).toBeGreaterThan(0);
      expect(await count(`orgStructureId=${id}&status=overdue,inProgress`)).toBeGreaterThan(0);
    },
  );

  it('has a full class with people who wait, and one to complete', async () => {
    const [full] = await list('/classes?hasPlaces=false&status=scheduled');
    expect(full).toMatchObject({ capacity: 8, enrolledCount: 8, waitlistedCount: 3 });
    const [open] = await list('/classes?status=inProgress');
    const answer = await admin.post(`/classes/${open.id}/transitions`, { transition: 'complete' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect(await list(`/training/records?classId=${open.id}`)).toHaveLength(3);
  });

  it('publishes the status of each person', async () => {
    await api.app.get(StandingsJob).work();
    const text = 'SELECT count(*)::int AS people FROM training_statuses WHERE version > 0';
    await eventually(async () => expect(await select(api, demoQuarries.id, text)).toEqual([{ people: 200 }]));
  });

  it('publishes each course, for the services that name courses', async () => {
    const text = `SELECT count(DISTINCT envelope -> 'payload' ->> 'id')::int AS courses FROM outbox
      WHERE envelope ->> 'type' = 'course-changed.v1' AND envelope ->> 'companyId' = $1`;
    const [row] = await select(api, demoQuarries.id, text, [demoQuarries.id]);
    expect(row).toEqual({
      courses: demoCourses.filter(({ companyId }) => companyId === demoQuarries.id).length,
    });
  });

  it('stays as it is when it is added again', async () => {
    const text = `SELECT (SELECT count(*) FROM training_records) AS records,
      (SELECT count(*) FROM students) AS students, (SELECT count(*) FROM item_requirements) AS requirements`;
    const before = await select(api, demoQuarries.id, text);
    await addDemoRows(api.database.serviceUrl);
    expect(await select(api, demoQuarries.id, text)).toEqual(before);
  });
});
