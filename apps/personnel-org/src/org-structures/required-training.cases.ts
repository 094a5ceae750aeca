import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { TestApi, TestCaller } from '@safety/testing';
import { addItem, addRooms } from '../testing/org-structures.js';
import { sql } from '../testing/organisation.js';
import { outcome } from '../testing/scene.js';
import { pathOf, requiredTraining } from '../testing/training-required.js';

/** 3 MiB of them. */
const REQUIRE_MUCH = `
  UPDATE org_structure_items SET training_required = (
    SELECT jsonb_agg(jsonb_build_object('courseId', gen_random_uuid(), 'requirement', 'mandatory', 'graceDays', 0,
      'effectiveFrom', '2020-01-01', 'jobTitles', (
        SELECT jsonb_agg(repeat('x', 300) || title) FROM generate_series(1, 50) AS title)))
    FROM generate_series(1, 200))
  WHERE id = $1`;

/** The requirements that count at an item. */
export function describeRequiredTraining(api: TestApi, admin: TestCaller): void {
  describe('…/trainingrequired', () => {
    const { required, courses, require, course, siteAndArea } = requiredTraining(api, admin);

    it('200: those of the items above, own before inherited, mandatory before recommended, near before far', async () => {
      const [region, site, area] = [await addItem(admin), await addItem(admin), await addItem(admin)];
      const top = (await admin.post('/orgstructures', { itemId: region.id })).body;
      const middle = (await admin.post('/orgstructures', { itemId: site.id, parentId: top.id })).body;
      await admin.post('/orgstructures', { itemId: area.id, parentId: middle.id });
      const [fire, lifting, dust, heights] = await Promise.all(
        ['Fire', 'Lifting', 'Dust', 'Heights'].map((name) => course({ name })),
      );
      await require(region, { courseId: fire, graceDays: 1 }, { courseId: dust }, { courseId: heights });
      await require(site, { courseId: fire, graceDays: 2 }, { courseId: dust, requirement: 'recommended' });
      await require(area, { courseId: lifting }, { courseId: heights, requirement: 'recommended' });
      expect(await required(area)).toMatchObject([
        { courseName: 'Dust', requirement: 'mandatory', inheritedFromItemId: region.id },
        { courseName: 'Fire', graceDays: 2, inherited: true, inheritedFromItemId: site.id },
        { courseName: 'Heights', requirement: 'recommended', inherited: false, inheritedFromItemId: null },
        { courseName: 'Lifting', inherited: false },
      ]);
      expect(await courses(area, '?includeInherited=false')).toEqual(['Heights', 'Lifting']);
      expect(await courses(area, '?requirement=recommended')).toEqual(['Heights']);
      expect(await courses(region)).toEqual(['Dust', 'Fire', 'Heights']);
    });

    it('200: an own requirement hides an inherited one once it is in force, for those whom it concerns', async () => {
      const { site, area } = await siteAndArea();
      const [later, titled, now] = await Promise.all(
        ['Later', 'Titled', 'Now'].map((name) => course({ name })),
      );
      await require(site, { courseId: later }, { courseId: titled, jobTitles: ['Driver', 'Cook'] }, {
        courseId: now,
      });
      const requirement = 'recommended';
      await require(area, { courseId: later, requirement, effectiveFrom: '2099-01-01' }, {
        courseId: titled,
        requirement,
        jobTitles: ['driver'],
      }, { courseId: now, requirement });
      expect(await courses(area, '?requirement=mandatory')).toEqual(['Later', 'Titled']);
      expect(await courses(area, '?requirement=recommended')).toEqual(['Later', 'Now', 'Titled']);
      expect(await courses(area, '?requirement=mandatory,recommended')).toEqual(await courses(area));
      expect(await courses(area, '?requirement=mandatory&jobTitle=Driver')).toEqual(['Later']);
      expect(await courses(area, '?requirement=mandatory&jobTitle=cook')).toEqual(['Later', 'Titled']);
      expect(await courses(area, '?requirement=mandatory&jobTitle=Driver,cook')).toEqual(['Later', 'Titled']);
      expect(await courses(area, '?requirement=mandatory&jobTitle=driver,Welder')).toEqual(['Later']);
      expect(await required(area, '?requirement=mandatory,recommended')).toEqual(await required(area));
      await require(area, { courseId: titled, requirement, jobTitles: ['cook', 'driver', 'welder'] }, {
        courseId: later,
        requirement,
        jobTitles: ['driver'],
      });
      expect(await courses(area, '?requirement=mandatory')).toEqual(['Later', 'Now']);
    });

    it('200: of an item in two branches each requirement names the placements where it counts', async () => {
      const [north, south, store] = [await addItem(admin), await addItem(admin), await addItem(admin)];
      const place = async (item: { id: string }, parentId: string | null = null) =>
        (await admin.post('/orgstructures', { itemId: item.id, parentId })).body.id;
      const [inNorth, inSouth] = [
        await place(store, await place(north)),
        await place(store, await place(south)),
      ];
      const [fire, ladders, forklift] = await Promise.all(
        ['Fire', 'Ladders', 'Forklift'].map((name) => course({ name })),
      );
      await require(north, { courseId: fire }, { courseId: ladders });
      await require(south, { courseId: fire, requirement: 'recommended' });
      await require(store, { courseId: forklift });
      const shown = ({ courseName, requirement, orgStructureIds }: Record<string, unknown>) => [
        courseName,
        requirement,
        orgStructureIds,
      ];
      expect((await required(store)).map(shown)).toEqual(
        expect.arrayContaining([
          ['Fire', 'mandatory', [inNorth]],
          ['Fire', 'recommended', [inSouth]],
          ['Ladders', 'mandatory', [inNorth]],
        ]),
      );
      const [own] = await required(store, '?includeInherited=false');
      expect(new Set(own.orgStructureIds)).toEqual(new Set([inNorth, inSouth]));
      expect(await required(store, `?orgStructureId=${inNorth},${inSouth}`)).toEqual(await required(store));
      await admin.delete(`/orgstructures/${inNorth}`);
      expect((await required(store)).map(shown)).toEqual([
        ['Fire', 'recommended', [inSouth]],
        ['Forklift', 'mandatory', [inSouth]],
      ]);
    });

    it('200: a page of them, and the next; a cursor is for the same parameters', async () => {
      const { site, area } = await siteAndArea();
      const [ash, birch, oak] = await Promise.all(['Ash', 'Birch', 'Oak'].map((name) => course({ name })));
      await require(site, { courseId: birch }, { courseId: oak });
      await require(area, { courseId: ash });
      const path = `${pathOf(area)}/trainingrequired`;
      const { body: first } = await admin.get(`${path}?limit=2`);
      expect(first.page).toMatchObject({ limit: 2, hasMore: true, totalCount: 3 });
      const next = `cursor=${first.page.nextCursor}`;
      const { body: last } = await admin.get(`${path}?limit=2&${next}`);
      expect(last.page).toMatchObject({ hasMore: false, nextCursor: null });
      const names = [...first.data, ...last.data].map(({ courseName }) => courseName);
      expect(names).toEqual(['Ash', 'Birch', 'Oak']);
      expect(outcome(await admin.get(`${path}?requirement=mandatory&${next}`))).toEqual([
        400,
        'invalid-cursor',
      ]);
      expect(outcome(await admin.get(`${pathOf(site)}/trainingrequired?${next}`))).toEqual([
        400,
        'invalid-cursor',
      ]);
    });

    it('200: of many placements each requirement names a hundred, and any one can be asked for', async () => {
      const [site, desk] = [await addItem(admin), await addItem(admin)];
      const top = (await admin.post('/orgstructures', { itemId: site.id })).body;
      await require(site, { courseId: await course() });
      await require(desk, { courseId: await course() });
      await addRooms(api, admin.companyId, { below: top.id, of: desk.id, count: 150 });
      const all = await required(desk);
      expect(all).toHaveLength(2);
      for (const { orgStructureIds, orgStructureCount } of all)
        expect([new Set(orgStructureIds).size, orgStructureCount]).toEqual([100, 150]);
      const { rows } = await sql(
        api,
        admin.companyId,
        'SELECT id FROM org_structures WHERE item_id = $1 ORDER BY path DESC LIMIT 1',
        [desk.id],
      );
      const [last] = rows;
      const there = { orgStructureIds: [last?.id], orgStructureCount: 1 };
      for (const ids of [`${last?.id}`, `${top.id},${last?.id}`])
        expect(await required(desk, `?orgStructureId=${ids}`)).toMatchObject([there, there]);
      for (const elsewhere of [top.id, randomUUID()])
        expect(await required(desk, `?orgStructureId=${elsewhere}`)).toEqual([]);
    });

    it('400: the items above require too much; of one placement, or without what is inherited, 200', async () => {
      const desk = await addItem(admin);
      await require(desk, { courseId: await course() });
      const placements = [];
      for (let index = 0; index < 3; index++) {
        const site = await addItem(admin);
        const top = (await admin.post('/orgstructures', { itemId: site.id })).body;
        placements.push((await admin.post('/orgstructures', { itemId: desk.id, parentId: top.id })).body.id);
        await sql(api, admin.companyId, REQUIRE_MUCH, [site.id]);
      }
      const path = `${pathOf(desk)}/trainingrequired`;
      const refused = await admin.get(path);
      expect(outcome(refused)).toEqual([400, 'invalid-parameter']);
      expect(refused.body.errors).toMatchObject([{ parameter: 'orgStructureId' }]);
      expect(await required(desk, `?orgStructureId=${placements[0]}&limit=1`)).toHaveLength(1);
      const own = await required(desk, '?includeInherited=false');
      expect(own).toMatchObject([{ inherited: false, orgStructureCount: 3 }]);
      expect(await require(desk, ...own)).toMatchObject({ status: 200, body: { data: own } });
    });

    it('200: without archived courses, which are there again once they are restored', async () => {
      const { site, area } = await siteAndArea();
      const [gone, stays] = [await course({ name: 'Gone' }), await course({ name: 'Stays' })];
      await require(site, { courseId: gone }, { courseId: stays });
      const archive = (archived: boolean) =>
        sql(api, admin.companyId, 'UPDATE courses SET archived = $1 WHERE id = $2', [archived, gone]);
      await archive(true);
      for (const item of [site, area]) expect(await courses(item)).toEqual(['Stays']);
      expect((await admin.get(pathOf(site))).body.trainingRequiredCount).toBe(1);
      expect((await require(site, ...(await required(site)))).status).toBe(200);
      await archive(false);
      for (const item of [site, area]) expect(await courses(item)).toEqual(['Gone', 'Stays']);
    });

    it('200: of a job title, whatever its case', async () => {
      const item = await addItem(admin);
      const [all, drivers] = [await course({ name: 'Induction' }), await course({ name: 'Haul road' })];
      await require(item, { courseId: all }, { courseId: drivers, jobTitles: ['Driver'] });
      expect(await courses(item, '?jobTitle=driver')).toEqual(['Haul road', 'Induction']);
      expect(await courses(item, '?jobTitle=Cook')).toEqual(['Induction']);
    });

    it.each([
      '?includeInherited=perhaps',
      '?requirement=maybe',
      '?limit=201',
      '?orgStructureId=x',
      '?cursor=x',
    ])('400: %s', async (query) => {
      expect((await admin.get(`${pathOf(await addItem(admin))}/trainingrequired${query}`)).status).toBe(400);
    });
  });
}
