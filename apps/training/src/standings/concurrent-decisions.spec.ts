import { describe, expect, it } from '@jest/globals';
import { addCourse, added, addPeople, day, startWithCompany } from '../testing/training-under-test.js';

const { api, admin } = await startWithCompany();
const PAIRS = 20;
const waiver = { waivedUntil: day(30), waiverReason: 'On leave' };

/** Assigns a course to so many people; resolves with where each assignment is. */
async function assignments(): Promise<string[]> {
  const people = await addPeople(
    api,
    admin.companyId,
    Array.from({ length: PAIRS }, () => ({})),
  );
  const courseId = await addCourse(admin);
  return Promise.all(
    people.map(
      async (personnelId) => `/training/${(await added(admin, '/training', { personnelId, courseId })).id}`,
    ),
  );
}

describe('/training/{id}, twice at once', () => {
  it('PATCH: 200 twice for different members, and both are kept', async () => {
    for (const at of await assignments()) {
      const answers = await Promise.all([admin.patch(at, { dueDate: day(9) }), admin.patch(at, waiver)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await admin.get(at)).body).toMatchObject({ ...waiver, dueDate: day(9), version: 3 });
    }
  });

  it('PATCH and DELETE: 200 before it is taken back, or 409 archived after', async () => {
    for (const at of await assignments()) {
      const [patched, deleted] = await Promise.all([admin.patch(at, { dueDate: day(9) }), admin.delete(at)]);
      expect(deleted.status).toBe(204);
      expect([200, 409]).toContain(patched.status);
      expect((await admin.get(at)).body).toMatchObject({ archived: true, assigned: false });
    }
  });
});
