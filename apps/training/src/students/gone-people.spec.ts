import { describe, expect, it } from '@jest/globals';
import { type Answer } from '@safety/testing';
import { enrolmentsOf } from '../testing/enrolments.js';
import { addClass, addPerson, select, startWithCompany } from '../testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();

const { person, enrol, counts, fullClass } = enrolmentsOf(api, company);
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;

describe('people who are archived or have left', () => {
  const left = () =>
    addPerson(api, admin.companyId, { place: company.place, employmentStatus: 'terminated' });
  const leave = (studentId: string, change: string) =>
    select(
      api,
      admin.companyId,
      `UPDATE personnel SET ${change} WHERE id = (SELECT personnel_id FROM students WHERE id = $1)`,
      [studentId],
    );
  const ways = ['archived = true', "employment_status = 'terminated'"];
  const statusesOf = async (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await admin.get(`/students/${id}`)).body.status));

  it('409 invalid-state: they are not enrolled, alone or with others, nor brought back', async () => {
    const { id } = await addClass(admin);
    const personnelId = await left();
    expect(await enrol(id, personnelId)).toMatchObject({
      status: 409,
      body: { code: 'invalid-state', currentStatus: 'terminated', allowedTransitions: [] },
    });
    const body = { personnelIds: [personnelId, await person()] };
    expect((await admin.post(`/classes/${id}/students`, body)).body).toMatchObject([
      { status: null, error: { code: 'invalid-state' } },
      { status: 'enrolled' },
    ]);
    const student = (await enrol(id, await person())).body.id;
    await admin.delete(`/students/${student}`);
    await leave(student, "employment_status = 'terminated'");
    expect(codeOf(await admin.put(`/students/${student}/restore`))).toBe('409 invalid-state');
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 0 });
  });

  it.each(ways)('a free place goes to the next one who waits: %s', async (change) => {
    const { id, holder, waiting } = await fullClass(2);
    await leave(waiting[0] ?? '', change);
    await admin.delete(`/students/${holder}`);
    expect(await statusesOf(waiting)).toEqual(['waitlisted', 'enrolled']);
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 1 });
    await admin.patch(`/classes/${id}`, { capacity: 5 });
    const put = admin.patch(`/students/${waiting[0]}`, { status: 'enrolled' });
    expect((await put).status).toBe(409);
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 1 });
  });

  it.each(ways)('a reinstated class brings them not back, and their places go on: %s', async (change) => {
    const { id, holder, waiting } = await fullClass(2);
    const step = (transition: string) =>
      admin.post(`/classes/${id}/transitions`, {
        transition,
        ...(transition === 'cancel' && { reason: 'x' }),
      });
    await step('cancel');
    await leave(holder, change);
    expect((await step('reinstate')).body).toMatchObject({ enrolledCount: 1, waitlistedCount: 1 });
    expect(await statusesOf([holder, ...waiting])).toEqual(['cancelled', 'enrolled', 'waitlisted']);
    await leave(holder, "archived = false, employment_status = 'active'");
    expect(codeOf(await admin.put(`/students/${holder}/restore`))).toBe('409 class-full');
    await step('cancel');
    expect((await step('reinstate')).body).toMatchObject({ enrolledCount: 1, waitlistedCount: 1 });
    expect(await statusesOf([holder, ...waiting])).toEqual(['cancelled', 'enrolled', 'waitlisted']);
  });
});
