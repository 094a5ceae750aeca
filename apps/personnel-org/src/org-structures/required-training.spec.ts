import { expect, it } from '@jest/globals';
import { type RequiringItem, requirementsAt, storedRequirements, titled } from './required-training.js';

const TODAY = '2026-01-01';

/** An item that requires courses, each of people of some job titles. */
const requiring = (itemId: string, distance: number, courses: number, titles = 0): RequiringItem => ({
  itemId,
  distance,
  required: titled(
    Array.from({ length: courses }, (_, index) => ({
      courseId: `course ${index}`,
      requirement: 'mandatory',
      graceDays: 0,
      effectiveFrom: TODAY,
      jobTitles: Array.from({ length: titles }, (_, title) => `Title ${title}`),
    })),
  ),
});

/** As many groups of placements, each below an item of its own. */
const below = (groups: number, ...above: RequiringItem[]) =>
  Array.from({ length: groups }, (_, index) => ({
    orgStructureIds: [`place ${index}`],
    count: 1,
    above: [requiring(`site ${index}`, 1, 1), ...above],
  }));

const own = (courses: number) => requiring('own', 0, courses);

it('a thousand sites below an item that requires eighty courses of thirty titles: all of them', () => {
  const found = requirementsAt(own(0), below(1_000, requiring('head', 2, 80, 30)), TODAY);
  expect(found?.filter(({ inheritedFromItemId }) => inheritedFromItemId === 'head')).toHaveLength(79);
});

it('two hundred requirements of an item at ten thousand sites: nothing, as it takes too long', () => {
  expect(requirementsAt(own(200), below(10_000), TODAY)).toBeUndefined();
});

it('hundreds of titles to ask for at a thousand sites: nothing, as it takes too long', () => {
  const asked = Array.from({ length: 100 }, (_, title) => `Title ${title}`);
  expect(requirementsAt(own(200), below(1_000), TODAY, asked)).toBeUndefined();
});

it.each([
  [
    'as it was, so that a repeated request begins no grace anew',
    'mandatory',
    'mandatory',
    '2025-06-01',
    '2025-06-01',
  ],
  ['as it was, where it is recommended from now on', 'mandatory', 'recommended', '2025-06-01', '2025-06-01'],
  ['today, where it was recommended and binds', 'recommended', 'mandatory', '2025-06-01', TODAY],
  [
    'later, where it was to be recommended later and binds',
    'recommended',
    'mandatory',
    '2026-02-01',
    '2026-02-01',
  ],
] as const)('a requirement without a day begins %s', (_, before, kind, began, begins) => {
  const one = { courseId: 'course', jobTitles: [], graceDays: 30 };
  const stored = [{ ...one, requirement: before, effectiveFrom: began }];
  const [kept] = storedRequirements([{ ...one, requirement: kind }], stored, TODAY);
  expect(kept).toEqual({ ...one, requirement: kind, effectiveFrom: begins });
});
