import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApi, type TestCaller } from '@safety/testing';
import { PublishedCompany } from '../testing/published-company.js';
import { differences } from '../testing/standings-compared.js';
import { addCourse, day, startTraining } from '../testing/training-under-test.js';

/** Days of grace, the index and what is published, after messages of org structures in any order. */
let api: TestApi;
let admin: TestCaller;
let published: PublishedCompany;

beforeAll(async () => {
  api = await startTraining();
});

beforeEach(async () => {
  admin = await api.caller();
  published = new PublishedCompany(api, admin.companyId);
});

afterAll(() => api.close());

const idsOf = async (query: string): Promise<string[]> =>
  (await admin.get(`/training?limit=200&${query}`)).body.data.map(({ id }: { id: string }) => id);
const expectNoDifferences = async () => expect(await differences(api, admin.companyId)).toEqual([]);

describe('a former org structure of somebody', () => {
  const DAYS = { graceDays: 60, effectiveFrom: day(-300) };

  /** Somebody who has worked below `root` for ten days, and for ninety before at a place of their own. */
  async function transferred(publishesFormer: boolean, isAlike = false) {
    const root = await published.addPlace();
    const [here, former] = [await published.addPlace(root), published.place(root)];
    if (isAlike) former.itemId = here.itemId;
    if (publishesFormer) await published.publishPlace(former);
    const courseId = await addCourse(admin);
    await published.require(isAlike ? here : root, [{ courseId, ...DAYS }]);
    const person = await published.addPerson({
      orgStructureId: here.id,
      workingSince: day(-10),
      formerly: [{ from: day(-100), orgStructureId: former.id, jobTitle: null }],
    });
    await expectNoDifferences();
    const standing = async () => (await admin.get(`/training?personnelId=${person.id}`)).body.data[0];
    return { former, standing };
  }

  const expectListed = async (status: string, id: string) => {
    await expectNoDifferences();
    expect(await idsOf('status=overdue')).toEqual(status === 'overdue' ? [id] : []);
    expect(await idsOf('status=required')).toEqual(status === 'required' ? [id] : []);
  };

  it('moves: who worked there is looked at, and modified', async () => {
    const { former, standing } = await transferred(true);
    const before = await standing();
    expect(before).toMatchObject({ status: 'overdue', dueDate: day(-100) });
    await published.move(former, undefined);
    const after = await standing();
    expect(after).toMatchObject({ status: 'required', dueDate: day(-10) });
    expect(after.modifiedAt > before.modifiedAt).toBe(true);
    await expectListed('required', after.id);
    expect(await idsOf(`modifiedSince=${after.modifiedAt}`)).toEqual([after.id]);
  });

  it('is published after the person', async () => {
    const { former, standing } = await transferred(false);
    expect(await standing()).toMatchObject({ status: 'required', dueDate: day(-10) });
    await published.publishPlace(former);
    const { id, status, dueDate } = await standing();
    expect([status, dueDate]).toEqual(['overdue', day(-100)]);
    await expectListed('overdue', id);
  });

  it('has another item than the one that requires it', async () => {
    const { former, standing } = await transferred(true, true);
    expect(await standing()).toMatchObject({ status: 'overdue', dueDate: day(-100) });
    former.itemId = crypto.randomUUID();
    await published.publishPlace(former);
    const { id, status, dueDate } = await standing();
    expect([status, dueDate]).toEqual(['required', day(-10)]);
    await expectListed('required', id);
  });
});

describe('an org structure that comes to a requirement', () => {
  const GRACE = { graceDays: 60, effectiveFrom: day(-300) };

  /** Somebody who has worked for a hundred days where nothing is required of them. */
  async function unconcerned() {
    const [root, place] = [await published.addPlace(), await published.addPlace()];
    const below = await published.addPlace(place);
    const courseId = await addCourse(admin);
    await published.require(root, [{ courseId, ...GRACE }]);
    const person = await published.addPerson({ orgStructureId: below.id, workingSince: day(-100) });
    const standing = async () => {
      await expectNoDifferences();
      const { status, dueDate } = (await admin.get(`/training?personnelId=${person.id}`)).body.data[0];
      return [status, dueDate];
    };
    return { root, place, below, person, standing };
  }

  it.each([
    ['today', 0, 'required'],
    ['on the last day of grace', -60, 'required'],
    ['before', -61, 'overdue'],
  ])('by a move: days of grace begin with it, %s', async (_, at, status) => {
    const { root, place, standing } = await unconcerned();
    await published.move(place, root, day(at));
    expect(await standing()).toEqual([status, day(at)]);
  });

  it('by another item of its own', async () => {
    const { root, place, standing } = await unconcerned();
    place.itemId = root.itemId;
    await published.publishPlace(place, day(-5));
    expect(await standing()).toEqual(['required', day(-5)]);
  });

  it('and moves on within it: the days go on', async () => {
    const { root, place, below, standing } = await unconcerned();
    await published.move(place, root, day(-70));
    const [alike, within] = [published.place(), await published.addPlace(root)];
    alike.itemId = root.itemId;
    await published.publishPlace(alike);
    await published.move(below, within, day(-1));
    expect(await standing()).toEqual(['overdue', day(-70)]);
    await published.move(below, alike);
    expect(await standing()).toEqual(['overdue', day(-70)]);
    await published.move(below, undefined);
    await published.move(below, root);
    expect(await standing()).toEqual(['required', day(0)]);
  });

  it('after somebody has left it, which concerned nobody', async () => {
    const { root, place, below, person, standing } = await unconcerned();
    const now = await published.addPlace(root);
    const formerly = [{ from: day(-100), orgStructureId: below.id, jobTitle: null }];
    await published.publishPerson({ ...person, orgStructureId: now.id, workingSince: day(-30), formerly });
    await published.move(place, root, day(-20));
    expect(await standing()).toEqual(['required', day(-30)]);
  });
});
