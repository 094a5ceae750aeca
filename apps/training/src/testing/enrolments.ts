import type { Answer, TestApi } from '@safety/testing';
import { addClass, addPeople, addPerson, type TestCompany } from './training-under-test.js';

/** People of the company under test and their seats in classes, as its administrator has them. */
export function enrolmentsOf(api: TestApi, company: TestCompany) {
  const { admin } = company;
  const person = () => addPerson(api, admin.companyId, { place: company.place });
  const people = (count: number) =>
    addPeople(
      api,
      admin.companyId,
      Array.from({ length: count }, () => ({ place: company.place })),
    );
  const enrol = (classId: string, personnelId: string, changes: object = {}): Promise<Answer> =>
    admin.post('/students', { classId, personnelId, ...changes });

  const counts = async (classId: string) => {
    const { enrolledCount, waitlistedCount } = (await admin.get(`/classes/${classId}`)).body;
    return { enrolledCount, waitlistedCount };
  };

  /** A class of one seat: somebody holds it, others wait in their order. */
  async function fullClass(waiting: number) {
    const { id } = await addClass(admin, { capacity: 1 });
    const students: string[] = [];
    for (const personnelId of await people(waiting + 1))
      students.push((await enrol(id, personnelId, { waitlistIfFull: true })).body.id);
    return { id, holder: students[0] ?? '', waiting: students.slice(1) };
  }

  return { person, people, enrol, counts, fullClass };
}
