import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { dateIn } from '@safety/platform';
import type { TestApi, TestCaller } from '@safety/testing';
import { addCourse, addItem } from '../testing/org-structures.js';
import { sql } from '../testing/organisation.js';
import { firstError, outcome } from '../testing/scene.js';
import { pathOf, requiredTraining } from '../testing/training-required.js';

/** The requirements of an item, as they are written. */
export function describeRequiringTraining(api: TestApi, admin: TestCaller): void {
  describe('…/trainingrequired', () => {
    const { required, courses, require, course, siteAndArea } = requiredTraining(api, admin);

    it('200: what is written is read, with what the course says; the item moves and is published', async () => {
      const item = await addItem(admin);
      const courseId = await course({ name: 'First aid', validity_months: 36 });
      const { status, body } = await require(item, { courseId, graceDays: 30 });
      expect({ status, data: body.data }).toEqual({
        status: 200,
        data: [
          {
            courseId,
            courseName: 'First aid',
            requirement: 'mandatory',
            jobTitles: [],
            graceDays: 30,
            effectiveFrom: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
            validityMonths: 36,
            inherited: false,
            inheritedFromItemId: null,
            orgStructureIds: [],
            orgStructureCount: 0,
          },
        ],
      });
      expect(body.page).toMatchObject({ hasMore: false, nextCursor: null, totalCount: 1 });
      expect((await admin.get(pathOf(item))).body).toMatchObject({ version: 2, trainingRequiredCount: 1 });
      const { rows } = await sql(
        api,
        admin.companyId,
        `SELECT envelope -> 'payload' AS payload FROM outbox WHERE envelope -> 'payload' ->> 'itemId' = $1 ORDER BY id`,
        [item.id],
      );
      expect(rows.at(-1)?.payload).toMatchObject({
        version: 2,
        itemName: item.name,
        requirements: [{ courseId, requirement: 'mandatory', graceDays: 30, jobTitles: [] }],
      });
    });

    it('200: what was read is sent back', async () => {
      const item = await addItem(admin);
      await require(item, { courseId: await course() });
      const read = await required(item, '?includeInherited=false');
      expect((await require(item, ...read)).body.data).toEqual(read);
      expect((await require(item)).body.data).toEqual([]);
    });

    it('200: without effectiveFrom a course keeps its own, and a new one begins today', async () => {
      const item = await addItem(admin);
      const [known, other] = [await course({ name: 'Known' }), await course({ name: 'Other' })];
      await require(item, { courseId: known, effectiveFrom: '2020-01-01' });
      const { status, body } = await require(item, { courseId: known, graceDays: 30 }, { courseId: other });
      const today = dateIn('Europe/Dublin', new Date());
      expect({ status, data: body.data }).toMatchObject({
        status: 200,
        data: [{ graceDays: 30, effectiveFrom: '2020-01-01' }, { effectiveFrom: today }],
      });
    });

    it('200: what was read with what is inherited is sent back, and stays inherited', async () => {
      const { site, area } = await siteAndArea();
      const [fire, ladders] = [await course({ name: 'Fire' }), await course({ name: 'Ladders' })];
      await require(site, { courseId: fire }, { courseId: ladders });
      await require(area, { courseId: fire, jobTitles: ['Driver'] });
      const own = await required(area, '?includeInherited=false');
      const mixed = await required(area);
      expect(await courses(area)).toEqual(['Fire', 'Fire', 'Ladders']);
      await sql(api, admin.companyId, "UPDATE courses SET status = 'retired' WHERE id = $1", [ladders]);
      const { status, body } = await require(area, ...mixed);
      expect([status, body.data]).toEqual([200, mixed]);
      const more = Array.from({ length: 200 }, () => ({ courseId: randomUUID(), inherited: true }));
      expect((await require(area, ...mixed, ...more)).body.data).toEqual(mixed);
      expect(await required(area, '?includeInherited=false')).toEqual(own);
      const [fires, [inherited]] = [mixed.slice(0, 2), mixed.slice(2)];
      expect(firstError(await require(area, ...fires, { ...inherited, inherited: false }))).toEqual([
        422,
        '/requirements/2/courseId',
        'not-allowed',
      ]);
    });

    it.each([
      ['no list', {}, '/requirements', 'required'],
      [
        'an unknown course',
        { requirements: [{ courseId: randomUUID() }] },
        '/requirements/0/courseId',
        'not-found',
      ],
      ['no course', { requirements: [{}] }, '/requirements/0/courseId', 'required'],
      [
        'an unknown kind',
        { requirements: [{ courseId: randomUUID(), requirement: 'maybe' }] },
        '/requirements/0/requirement',
        'invalid-enum',
      ],
      [
        'too many days',
        { requirements: [{ courseId: randomUUID(), graceDays: 366 }] },
        '/requirements/0/graceDays',
        'out-of-range',
      ],
      [
        'more than 200 of its own',
        { requirements: Array.from({ length: 201 }, () => ({ courseId: randomUUID() })) },
        '/requirements',
        'too-long',
      ],
      ['an unknown member', { requirements: [], colour: 'red' }, '/colour', 'unknown-field'],
    ])('422: %s', async (_, body, pointer, code) => {
      const item = await addItem(admin);
      expect(firstError(await admin.put(`${pathOf(item)}/trainingrequired`, body))).toEqual([
        422,
        pointer,
        code,
      ]);
    });

    it('422: a course twice, one of another company, one that is retired or archived unless it is required already', async () => {
      const item = await addItem(admin);
      const courseId = await course();
      const foreign = await addCourse(api, (await api.caller()).companyId);
      expect(firstError(await require(item, { courseId }, { courseId }))).toEqual([
        422,
        '/requirements',
        'duplicate',
      ]);
      expect(firstError(await require(item, { courseId: foreign }))[2]).toBe('not-found');
      expect(firstError(await require(item, { courseId: await course({ status: 'retired' }) }))[2]).toBe(
        'not-allowed',
      );
      expect(firstError(await require(item, { courseId: await course({ archived: true }) }))[2]).toBe(
        'archived-reference',
      );
      await require(item, { courseId });
      await sql(api, admin.companyId, "UPDATE courses SET status = 'retired' WHERE id = $1", [courseId]);
      expect((await require(item, { courseId, graceDays: 5 })).status).toBe(200);
    });

    it('412 version-mismatch: with the version of the item', async () => {
      const item = await addItem(admin);
      const put = (tag: string) =>
        admin.put(`${pathOf(item)}/trainingrequired`, { requirements: [] }, { headers: { 'if-match': tag } });
      expect((await put('"1"')).status).toBe(200);
      expect(outcome(await put('"1"'))).toEqual([412, 'version-mismatch']);
    });
  });
}
