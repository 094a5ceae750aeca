import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MembershipsChangedSubscription } from '@safety/auth-guard';
import { eventually, lockWaits, scrape, type TestApi, type TestCaller } from '@safety/testing';
import { addCourse, course, startTraining } from '../testing/training-under-test.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  // One write at a time.
  api = await startTraining({ env: { DATABASE_POOL_SIZE: '3' } });
  admin = await api.caller();
});

afterAll(() => api.close());

const waiting = async () =>
  (await scrape(api.app)).samples.find(({ name }) => name === 'writers_waiting')?.value;
const waits = (count: number) => eventually(async () => expect(await waiting()).toBe(count));

/** Runs `work` while a write of the company waits for the row of a course. */
async function whileWritten(work: () => Promise<void>): Promise<void> {
  const id = await addCourse(admin);
  let first: Promise<{ status: number }> | undefined;
  await api.database.transaction('owner', async (client) => {
    await client.query('SELECT FROM courses WHERE id = $1 FOR UPDATE', [id]);
    first = admin.patch(`/courses/${id}`, { description: 'Waits.' });
    await lockWaits(client);
    await work();
  });
  expect((await first)?.status).toBe(200);
}

describe('a write that waits in line', () => {
  it('403: of a user whose membership ended meanwhile', async () => {
    const member = await api.caller({ companyId: admin.companyId });
    let late: Promise<{ status: number }> | undefined;
    await whileWritten(async () => {
      late = member.post('/courses', course());
      await waits(1);
      await api.accounts.set(member.userId, []);
      api.app.get(MembershipsChangedSubscription).forget({ userIds: [member.userId] });
    });
    expect((await late)?.status).toBe(403);
  });

  it('is not made once its client has gone', async () => {
    const name = 'Nobody waits for it';
    await whileWritten(async () => {
      const going = new AbortController();
      const { token, companyId } = admin;
      const sent = fetch(`${api.url}/courses`, {
        method: 'POST',
        body: JSON.stringify(course({ name })),
        headers: {
          authorization: `Bearer ${token}`,
          'x-company-context': companyId,
          'content-type': 'application/json',
        },
        signal: going.signal,
      }).catch(() => 'gone');
      await waits(1);
      going.abort();
      expect(await sent).toBe('gone');
      await waits(0);
    });
    const { body } = await admin.get(`/courses?q=${encodeURIComponent(name)}`);
    expect(body.data).toEqual([]);
  });
});
