import type { TestApi } from '@safety/testing';
import { addRequirement, type WantedRequirement } from './requirements.js';
import {
  addCourse,
  added,
  addPerson,
  addPlace,
  day,
  type TestCompany,
  type TestPlace,
} from './training-under-test.js';

/** Requirements of the company under test, and how people stand, as its administrator sees it. */
export function standingsUnderTest(api: TestApi, company: TestCompany) {
  const { admin } = company;
  const require = (place: TestPlace, requirements: WantedRequirement[]) =>
    addRequirement(api, admin.companyId, place, requirements);

  /** A person at an org structure of its own, of which the item requires a course. */
  async function requiredCourse(changes: Partial<WantedRequirement> = {}, courseChanges: object = {}) {
    const place = await addPlace(api, admin.companyId, company.place);
    const personnelId = await addPerson(api, admin.companyId, { place, jobTitle: 'Driver' });
    const courseId = await addCourse(admin, courseChanges);
    await require(place, [{ courseId, ...changes }]);
    return { place, personnelId, courseId };
  }

  const standingsOf = async (personnelId: string) =>
    (await admin.get(`/training?personnelId=${personnelId}`)).body.data;
  const standingOf = async (personnelId: string, courseId: string) =>
    (await admin.get(`/training?personnelId=${personnelId}&courseId=${courseId}`)).body.data[0];
  const record = (personnelId: string, courseId: string, changes: object = {}) =>
    added(admin, '/training/records', {
      personnelId,
      courseId,
      completedOn: day(-10),
      result: 'passed',
      ...changes,
    });

  return { require, requiredCourse, standingsOf, standingOf, record };
}
