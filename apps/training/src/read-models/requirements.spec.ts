import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TrainingRequirementsState } from '@safety/contracts';
import { dueAfter } from '../testing/due-after.js';
import {
  addCourse,
  addPerson,
  addPlace,
  day,
  select,
  startWithCompany,
  type TestPlace,
} from '../testing/training-under-test.js';
import { Requirements } from './requirements.js';

const { api, admin } = await startWithCompany();
const { companyId } = admin;

type Requirement = TrainingRequirementsState['requirements'][number];

let version = 0;
let place: TestPlace;
let personnelId: string;
let required: Requirement;

/** Keeps the next state of the item, and resolves with those whom it makes due. */
const keep = (changes: Partial<TrainingRequirementsState> = {}): Promise<string[]> => {
  version += 1;
  const named = { itemId: place.itemId, itemName: 'Quarry', version, archived: false };
  const state = { ...named, requirements: [required], ...changes };
  return dueAfter(api, companyId, () => api.app.get(Requirements).keep(companyId, state));
};

const known = () =>
  select(
    api,
    companyId,
    `SELECT r.course_id, r.mandatory, r.job_titles, r.grace_days, r.effective_from, i.applied_at
     FROM item_requirements AS r JOIN items AS i ON i.company_id = r.company_id AND i.id = r.item_id
     WHERE r.item_id = $1 ORDER BY r.course_id`,
    [place.itemId],
  );

beforeEach(async () => {
  place = await addPlace(api, companyId);
  personnelId = await addPerson(api, companyId, { place, jobTitle: 'Driver' });
  required = {
    courseId: await addCourse(admin),
    requirement: 'mandatory',
    jobTitles: ['Driver'],
    graceDays: 0,
    effectiveFrom: day(-30),
  };
  expect(await keep()).toEqual([personnelId]);
});

describe('training-requirements-changed.v1', () => {
  it('makes nobody due where the same is required: another name shows at once', async () => {
    const before = await known();
    expect(await keep()).toEqual([]);
    expect(await keep({ itemName: 'Pit' })).toEqual([]);
    expect(await known()).toEqual(before);
    const { data } = (await admin.get(`/training?personnelId=${personnelId}`)).body;
    expect(data).toMatchObject([{ requiredBy: [{ itemName: 'Pit' }], status: 'overdue' }]);
  });

  it.each<[string, Partial<Requirement>]>([
    ['recommended', { requirement: 'recommended' }],
    ['of everybody', { jobTitles: [] }],
    ['with other days of grace', { graceDays: 60 }],
    ['from another day on', { effectiveFrom: day(-3) }],
  ])('makes people due where a course is required %s', async (_, changes) => {
    const [before] = await known();
    expect(await keep({ requirements: [{ ...required, ...changes }] })).toEqual([personnelId]);
    const [after, ...others] = await known();
    expect(others).toEqual([]);
    expect(after).not.toEqual({ ...before, applied_at: after?.['applied_at'] });
    expect(after?.['applied_at']).not.toEqual(before?.['applied_at']);
  });

  it('makes people due where a course comes, goes, or the item is archived and comes back', async () => {
    const another = { ...required, courseId: await addCourse(admin) };
    expect(await keep({ requirements: [required, another] })).toEqual([personnelId]);
    expect(await keep({ requirements: [another] })).toEqual([personnelId]);
    expect(await known()).toMatchObject([{ course_id: another.courseId }]);
    expect(await keep({ requirements: [another], archived: true })).toEqual([personnelId]);
    expect(await known()).toEqual([]);
    expect(await keep({ requirements: [another], archived: true })).toEqual([]);
    expect(await keep({ requirements: [another] })).toEqual([personnelId]);
  });
});
