import { describe, expect, it } from '@jest/globals';
import { demoPlaces, demoQuarries, demoRequirementsOf } from '@safety/demo-data';
import { type Answer, type Integrator, idsOf, refusalOf } from '../testing/integrator.js';

const IN_A_WEEK = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString();
const IN_TWO_WEEKS = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString();

/** Courses, classes, students and training, and the fields that are named of them. */
export function describeTraining(by: () => Integrator): void {
  const post = (path: string, body: object): Promise<Answer> => by().api(path, { method: 'POST', body });
  const first = async (path: string): Promise<Record<string, string>> => (await by().api(path)).body.data[0];
  const newClass = async () => ({
    courseId: idsOf(await by().api('/courses?status=active&limit=1'))[0],
    startAt: IN_A_WEEK,
    endAt: IN_TWO_WEEKS,
    timeZone: demoQuarries.timeZone,
  });

  describe('Courses, classes, students and training', () => {
    it.each(['courses', 'classes', 'students', 'training'])(
      'Other resources: reached under {base_url}, with paths such as /courses: /%s',
      async (name) => {
        const { status, body } = await by().api(`/${name}?limit=1`);
        expect([status, body.data.length]).toEqual([200, 1]);
        const { id } = body.data[0];
        expect((await by().api(`/${name}/${id}`)).body.id).toBe(id);
      },
    );

    it('GET /orgstructures/items/{id}/trainingrequired: courses required for the item', async () => {
      const place = demoPlaces.find(({ name }) => name === 'North Quarry Workshop');
      const own = demoRequirementsOf(place?.itemId ?? '').map(({ courseId }) => courseId);
      const { status, body } = await by().api(`/orgstructures/items/${place?.itemId}/trainingrequired`);
      const required = body.data.map(({ courseId }: { courseId: string }) => courseId);
      expect([status, own.length > 0]).toEqual([200, true]);
      expect(required).toEqual(expect.arrayContaining(own));
      expect(body.data[0]).toMatchObject({ courseName: expect.any(String), requirement: expect.any(String) });
    });
  });

  describe('Schema changes named for training', () => {
    it('Class orgStructureId: replaces siteId (removed)', async () => {
      const orgStructureId = idsOf(await by().api('/orgstructures?type=site&limit=1'))[0];
      const added = await post('/classes', { ...(await newClass()), orgStructureId });
      expect([added.status, added.body.orgStructureId]).toEqual([201, orgStructureId]);
      expect(idsOf(await by().api(`/classes?orgStructureId=${orgStructureId}&limit=200`))).toContain(
        added.body.id,
      );
      const refused = await post('/classes', { ...(await newClass()), siteId: orgStructureId });
      expect(refusalOf(refused)).toEqual([422, 'unknown-field']);
      expect(refusalOf(await by().api(`/classes?siteId=${orgStructureId}`))).toEqual([
        400,
        'unknown-parameter',
      ]);
    });

    it('Class orgStructurePath: may replace siteName (removed)', async () => {
      const { id, path } = await first('/orgstructures?type=site&limit=1');
      const { body } = await post('/classes', { ...(await newClass()), orgStructureId: id });
      expect(body.orgStructurePath).toBe(path);
      expect(body).not.toHaveProperty('siteName');
      expect(refusalOf(await post('/classes', { ...(await newClass()), siteName: 'North' }))).toEqual([
        422,
        'unknown-field',
      ]);
    });

    it('Student personnelId: replaces employeeId (removed)', async () => {
      const student = await first('/students?limit=1');
      const { classId, personnelId } = student;
      expect(student).not.toHaveProperty('employeeId');
      const found = (await by().api(`/students?personnelId=${personnelId}`)).body.data;
      expect(found.length).toBeGreaterThan(0);
      for (const one of found) expect(one.personnelId).toBe(personnelId);
      const refused = await post('/students', { classId, employeeId: personnelId });
      expect(refused.body.errors).toEqual(
        expect.arrayContaining([expect.objectContaining({ pointer: '/employeeId', code: 'unknown-field' })]),
      );
      const asked = await by().api(`/students?employeeId=${personnelId}`);
      expect(refusalOf(asked)).toEqual([400, 'unknown-parameter']);
    });

    it.each([
      ['TrainingRecord', '/training/records'],
      ['Training', '/training'],
    ])('%s personnelId: replaces employeeId (removed)', async (_, path) => {
      const row = await first(`${path}?limit=1`);
      const { personnelId } = row;
      const found = (await by().api(`${path}?personnelId=${personnelId}`)).body.data;
      expect(found.length).toBeGreaterThan(0);
      for (const one of found) expect(one.personnelId).toBe(personnelId);
      expect(row).not.toHaveProperty('employeeId');
      expect(refusalOf(await by().api(`${path}?employeeId=${personnelId}`))).toEqual([
        400,
        'unknown-parameter',
      ]);
      const given = { employeeId: personnelId, courseId: row['courseId'] };
      const refused = await post(path, { ...given, completedOn: '2026-01-05', result: 'passed' });
      expect(refused.body.errors).toEqual(
        expect.arrayContaining([expect.objectContaining({ pointer: '/employeeId', code: 'unknown-field' })]),
      );
    });
  });
}
