import { describe, expect, it } from '@jest/globals';
import { eventually, newSeed } from '@safety/testing';
import fc from 'fast-check';
import type { Integrator } from '../testing/integrator.js';

const COURSES = 5;
const LEVELS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const course = fc.nat({ max: COURSES - 1 });
const depth = fc.nat({ max: LEVELS - 1 });
const title = fc.constantFrom('Driver', 'Welder', 'Clerk');

/** A tree of three places, what they require, and people with what they have done. */
const anyPlan = fc.record({
  courses: fc.array(
    fc.record({
      validityMonths: fc.option(fc.integer({ min: 1, max: 24 }), { nil: null }),
      warning: fc.nat({ max: 90 }),
    }),
    { minLength: COURSES, maxLength: COURSES },
  ),
  requirements: fc.uniqueArray(
    fc.record({
      depth,
      course,
      requirement: fc.constantFrom('mandatory', 'recommended'),
      jobTitles: fc.uniqueArray(title, { maxLength: 2 }),
      graceDays: fc.nat({ max: 60 }),
      since: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 5, maxLength: 10, selector: ({ depth: at, course: of }) => `${at} ${of}` },
  ),
  people: fc.array(
    fc.record({
      depth,
      title,
      records: fc.array(
        fc.record({
          course,
          daysAgo: fc.nat({ max: 700 }),
          result: fc.constantFrom('passed', 'attended', 'failed'),
        }),
        { maxLength: 4 },
      ),
      decisions: fc.uniqueArray(
        fc.record({
          course,
          dueIn: fc.integer({ min: -30, max: 30 }),
          waivedFor: fc.option(fc.nat({ max: 30 })),
        }),
        { maxLength: 2, selector: ({ course: of }) => of },
      ),
    }),
    { minLength: 10, maxLength: 10 },
  ),
});
type Plan = typeof anyPlan extends fc.Arbitrary<infer Value> ? Value : never;

interface Requirement {
  courseId: string;
  requirement: string;
  inheritedFromItemId: string | null;
}
interface Standing extends Requirement {
  status: string;
  assigned: boolean;
  requiredBy: { itemId: string }[];
}

/** Builds the plan by the public API alone. */
class Works {
  readonly people: { id: string; itemId: string; title: string }[] = [];

  constructor(private readonly by: Integrator) {}

  async build({ courses, requirements, people }: Plan): Promise<void> {
    const stamp = `Agreement ${Date.now()}`;
    const courseIds: string[] = [];
    for (const [index, { validityMonths, warning }] of courses.entries()) {
      const kind = {
        category: 'other',
        deliveryMethod: 'online',
        validityMonths,
        expiryWarningDays: warning,
      };
      courseIds.push(
        (await this.add('/courses', { ...kind, code: `${stamp} ${index}`, name: `${stamp} ${index}` })).id,
      );
    }
    const places: { id: string; itemId: string }[] = [];
    for (let level = 0; level < LEVELS; level++) {
      const item = await this.add('/orgstructures/items', { name: `${stamp} ${level}`, type: 'area' });
      places.push(await this.add('/orgstructures', { itemId: item.id, parentId: places.at(-1)?.id ?? null }));
    }
    for (const [level, { itemId }] of places.entries())
      await this.put(`/orgstructures/items/${itemId}/trainingrequired`, {
        requirements: requirements
          .filter(({ depth: at }) => at === level)
          .map(({ course: of, since, requirement, jobTitles, graceDays }) => ({
            ...{ requirement, jobTitles, graceDays },
            courseId: courseIds[of],
            effectiveFrom: inDays(-since),
          })),
      });
    for (const { depth: at, title: jobTitle, records, decisions } of people) {
      const place = places[at] ?? { id: '', itemId: '' };
      const job = { jobTitle, employmentType: 'fullTime', employmentStatus: 'active' };
      const initialHistory = { ...job, orgStructureId: place.id };
      const person = { firstName: 'Sam', lastName: stamp, hireDate: '2020-01-06', initialHistory };
      const { id: personnelId } = await this.add('/personnel', person);
      this.people.push({ id: personnelId, itemId: place.itemId, title: jobTitle });
      const done = new Map(records.map((record) => [`${record.course} ${record.daysAgo}`, record]));
      for (const { course: of, daysAgo, result } of done.values()) {
        const record = { personnelId, courseId: courseIds[of], completedOn: inDays(-daysAgo), result };
        await this.add('/training/records', record);
      }
      for (const { course: of, dueIn, waivedFor } of decisions) {
        const standing = await this.add('/training', {
          personnelId,
          courseId: courseIds[of],
          dueDate: inDays(dueIn),
        });
        const waiver = waivedFor === null ? {} : { waivedUntil: inDays(waivedFor), waiverReason: 'On leave' };
        await this.put(`/training/${standing.id}`, { dueDate: inDays(dueIn), ...waiver });
      }
    }
  }

  /** Other services hear of rows over the bus: a write that names one is sent until it is known. */
  private add(path: string, body: object) {
    return eventually(async () => {
      const answer = await this.by.api(path, { method: 'POST', body });
      expect({ path, ...answer }).toMatchObject({ status: 201 });
      return answer.body;
    });
  }

  private put(path: string, body: object) {
    return eventually(async () => {
      const answer = await this.by.api(path, { method: 'PUT', body });
      expect({ path, ...answer }).toMatchObject({ status: 200 });
    });
  }
}

/** The training status of a person by the standings of the person. */
function statusBy(standings: Standing[]): string {
  const mandatory = standings
    .filter(({ requirement }) => requirement === 'mandatory')
    .map(({ status }) => status);
  if (mandatory.some((status) => status === 'expired' || status === 'overdue')) return 'nonCompliant';
  if (mandatory.includes('expiringSoon')) return 'expiringSoon';
  return mandatory.length === 0 ? 'notRequired' : 'compliant';
}

/** Of each course what is required, and by which item first; assignments are nobody's requirement. */
const byItems = (standings: Standing[]) =>
  standings
    .filter(({ requiredBy }) => requiredBy.length > 0)
    .map(({ courseId, requirement, assigned }) => ({
      courseId,
      requirement: assigned ? 'assigned' : requirement,
    }));

/** The requirements of a random company, the standings of its people, and their training status. */
export function describeTrainingAgreement(by: () => Integrator): void {
  describe('Standings, trainingrequired and trainingStatus', () => {
    it('agree for each person, whatever is required and done', async () => {
      const seed = newSeed();
      const [plan] = fc.sample(anyPlan, { seed, numRuns: 1 });
      if (!plan) throw new Error('There is no plan');
      const works = new Works(by());
      await works.build(plan);
      for (const { id, itemId, title: job } of works.people)
        await eventually(async () => {
          const standings: Standing[] = (await by().api(`/training?personnelId=${id}&limit=200`)).body.data;
          const required: Requirement[] = (
            await by().api(`/orgstructures/items/${itemId}/trainingrequired?jobTitle=${job}`)
          ).body.data;
          const { trainingStatus } = (await by().api(`/personnel/${id}`)).body;
          const assigned = new Set(standings.filter((one) => one.assigned).map(({ courseId }) => courseId));
          const expected = required.map(({ courseId, requirement }) => ({
            courseId,
            requirement: assigned.has(courseId) ? 'assigned' : requirement,
          }));
          const sorted = (rows: { courseId: string }[]) =>
            rows.toSorted((a, b) => a.courseId.localeCompare(b.courseId));
          expect({ seed, id, trainingStatus, required: sorted(byItems(standings)) }).toEqual({
            ...{ seed, id },
            trainingStatus: statusBy(standings),
            required: sorted(expected),
          });
        });
    }, 120_000);
  });
}
