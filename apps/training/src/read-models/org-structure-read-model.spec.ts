import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TestCaller } from '@safety/testing';
import { dueSoFar } from '../testing/due-after.js';
import { PublishedCompany, type PublishedPlace } from '../testing/published-company.js';
import { differences } from '../testing/standings-compared.js';
import { addCourse, day, startWithCompany } from '../testing/training-under-test.js';

const { api } = await startWithCompany();

let admin: TestCaller;
let published: PublishedCompany;
let above: PublishedPlace;
let there: PublishedPlace;
let below: PublishedPlace;
/** Those whom each message of an org structure has made due. */
let due: string[][];

beforeEach(async () => {
  admin = await api.caller();
  published = new PublishedCompany(api, admin.companyId);
  above = await published.addPlace();
  there = await published.addPlace();
  below = published.place(there);
  await published.require(above, [
    { courseId: await addCourse(admin), graceDays: 5, effectiveFrom: day(-300) },
  ]);
  due = [];
});

/** People at `there`, at `below`, and elsewhere after `below`. */
async function people() {
  const [atThere, atBelow] = [
    await published.addPerson({ orgStructureId: there.id, workingSince: day(-100) }),
    await published.addPerson({ orgStructureId: below.id, workingSince: day(-100) }),
  ];
  const formerly = [{ from: day(-100), orgStructureId: below.id, jobTitle: null }];
  const left = await published.addPerson({ orgStructureId: above.id, workingSince: day(-2), formerly });
  return { atThere, atBelow, left };
}

/** Publishes a move of `there` for both, in an order; the job looks at people after each message. */
async function move(to: PublishedPlace | undefined, on: string, order: 'down' | 'up'): Promise<void> {
  there.parent = to;
  for (const place of order === 'down' ? [there, below] : [below, there]) {
    await published.publishPlace(place, on);
    await expectNoDifferences();
  }
}

/** From now on, what each message makes due is remembered. */
function watch(): void {
  published.whileOpen = async () => {
    due.push(await dueSoFar(api, admin.companyId));
  };
}

const idsOf = (...some: { id: string }[]): string[] => some.map(({ id }) => id).sort();
const dueDateOf = async ({ id }: { id: string }) =>
  (await admin.get(`/training?personnelId=${id}`)).body.data.map(
    ({ dueDate }: { dueDate: string }) => dueDate,
  );
const expectNoDifferences = async () => expect(await differences(api, admin.companyId)).toEqual([]);

describe('org-structure-changed.v1', () => {
  it.each([['down' as const], ['up' as const]])(
    'of a move makes those due who work there, or did: each one below has its own message, %s',
    async (order) => {
      await published.publishPlace(below);
      const { atThere, atBelow, left } = await people();
      await expectNoDifferences();
      watch();
      await move(above, day(-20), order);
      const messages = [idsOf(atThere), idsOf(atBelow, left)];
      expect(due).toEqual(order === 'down' ? messages : messages.toReversed());
      for (const one of [atThere, atBelow, left]) expect(await dueDateOf(one)).toEqual([day(-20)]);
      const since = new Date().toISOString();
      await move(undefined, day(0), order);
      expect([await dueDateOf(atThere), await dueDateOf(atBelow)]).toEqual([[], []]);
      const { data } = (await admin.get(`/training?modifiedSince=${since}`)).body;
      expect(data).toMatchObject([{ personnelId: left.id, dueDate: day(-2) }]);
    },
  );

  it.each([['before'], ['after']])(
    'of an org structure that is new: one below it is published %s it',
    async (order) => {
      const top = published.place();
      top.itemId = above.itemId;
      const under = published.place(top);
      const person = await published.addPerson({ orgStructureId: under.id, workingSince: day(-100) });
      await expectNoDifferences();
      watch();
      for (const place of order === 'before' ? [under, top] : [top, under]) {
        await published.publishPlace(place);
        await expectNoDifferences();
      }
      expect(due).toEqual(order === 'before' ? [[person.id], [person.id]] : [[], [person.id]]);
      expect(await dueDateOf(person)).toEqual([day(-100)]);
    },
  );

  it('of another item makes all due who work at or below it, or did', async () => {
    await published.publishPlace(below);
    const { atThere, atBelow, left } = await people();
    await expectNoDifferences();
    watch();
    there.itemId = above.itemId;
    await published.publishPlace(there, day(-20));
    expect(due).toEqual([idsOf(atThere, atBelow, left)]);
    await expectNoDifferences();
    for (const one of [atThere, atBelow, left]) expect(await dueDateOf(one)).toEqual([day(-20)]);
  });

  it('makes nobody due where it stands as it stood: published again, archived or restored', async () => {
    await published.publishPlace(below);
    await people();
    await expectNoDifferences();
    watch();
    for (const archived of [false, true, false]) await published.publishPlace(there, day(0), { archived });
    expect(due).toEqual([[], [], []]);
    await expectNoDifferences();
  });
});
