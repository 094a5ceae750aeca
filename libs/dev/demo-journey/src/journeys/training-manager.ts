import type { Api } from '../api.js';
import type { Report } from '../report.js';
import { until } from '../until.js';
import type { Door, RoleJourney } from './role-journey.js';

/**
 * A site requires a course, a class closes the gap, and a forecast tells when it opens again:
 * 1. `prepare`: a site, a course and two people who work there
 * 2. `demand`: the site requires the course, which opens a gap
 * 3. `teach`: a class with one place too few, results, and its completion
 * 4. `forecast`: how the site stands on days to come
 */
export const trainingManager: RoleJourney = {
  title: 'A training manager: from a requirement to a certificate, and to the day on which it expires',
  walk,
};

interface Row {
  id: string;
  [member: string]: unknown;
}
interface List<Item> {
  data: Item[];
}
interface Gaps {
  rows: { required: number; valid: number; expiringSoon: number; expired: number; overdue: number }[];
}
/** The site, the course and the people of the journey. */
interface Scene {
  api: Api;
  report: Report;
  site: Row;
  course: Row;
  people: Row[];
  /** Of these people alone, so that the requirement concerns nobody else. */
  job: string;
}

const HIRED_ON = '2026-01-05';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

async function walk({ report, signIn }: Door): Promise<void> {
  const scene = await prepare(await signIn('admin@demo.example'), report);
  const before = await demand(scene);
  await teach(scene);
  await forecast(scene);

  report('8. Put the site back as it was');
  const { api, site } = scene;
  await api.put(`/orgstructures/items/${site['itemId']}/trainingrequired`, { requirements: before });
}

async function prepare(api: Api, report: Report): Promise<Scene> {
  report('1. A site, a new course, and two people who are hired there');
  const [site] = (await api.get<List<Row>>('/orgstructures?type=site&limit=1')).body.data;
  if (!site) throw new Error('There is no site');
  const code = `SLING-${Date.now()}`;
  const job = `Slinger ${code}`;
  const course = (
    await api.post<Row>('/courses', {
      code,
      name: 'Slinging and lifting',
      category: 'machinery',
      deliveryMethod: 'onTheJob',
      validityMonths: 12,
      expiryWarningDays: 30,
    })
  ).body;
  await api.post(`/courses/${course.id}/transitions`, { transition: 'publish' }, 200);
  const people: Row[] = [];
  for (const firstName of ['Ann', 'Ben']) {
    const initialHistory = {
      orgStructureId: site.id,
      jobTitle: job,
      employmentType: 'fullTime',
      employmentStatus: 'active',
    };
    const person = { firstName, lastName: code, hireDate: HIRED_ON, initialHistory };
    people.push((await api.post<Row>('/personnel', person)).body);
  }
  return { api, report, site, course, people, job };
}

/** Resolves with the requirements that the site had before. */
async function demand(scene: Scene): Promise<Row[]> {
  const { api, report, site, course, job } = scene;
  report(`2. ${site['name']} requires the course of everybody whose job is ${job}`);
  const required = `/orgstructures/items/${site['itemId']}/trainingrequired`;
  const before = (await api.get<List<Row>>(`${required}?includeInherited=false`)).body.data;
  await until(
    'The site hears of the course',
    () =>
      api.attempt('PUT', required, {
        requirements: [...before, { courseId: course.id, jobTitles: [job], effectiveFrom: HIRED_ON }],
      }),
    ({ status }) => status === 200,
  );

  report('3. The gap that this opens: nobody has done it');
  await gapsOnce(scene, '', { required: 2, overdue: 2 });
  return before;
}

async function teach(scene: Scene): Promise<void> {
  const { api, report, site, course, people } = scene;
  report('4. A class of one place; the second person waits until there are two');
  const taken = (
    await api.post<Row>('/classes', {
      courseId: course.id,
      orgStructureId: site.id,
      startAt: inHours(1),
      endAt: inHours(3),
      timeZone: 'Europe/Dublin',
      instructorName: 'Nora Quinn',
      capacity: 1,
    })
  ).body;
  const personnelIds = people.map(({ id }) => id);
  const wanted = { personnelIds, waitlistIfFull: true };
  const enrolled = await api.post<Row[]>(`/classes/${taken.id}/students`, wanted);
  expectSame(enrolled.body.map(({ status }) => status).join(), 'enrolled,waitlisted');
  report('  = Ann has the place, and Ben waits');
  const current = (await api.get<Row>(`/classes/${taken.id}`)).body;
  expectSame(
    (await api.put<Row>(`/classes/${taken.id}`, { ...current, capacity: 2 })).body['enrolledCount'],
    2,
  );
  const standing = (
    await api.get<List<Row>>(`/training?personnelId=${personnelIds[0]}&courseId=${course.id}`)
  ).body;
  expectSame(standing.data[0]?.['status'], 'inProgress');
  report('  = both have a place, and the training of Ann is in progress');

  report('5. The class takes place: both pass, and its completion writes their records');
  await api.post(`/classes/${taken.id}/transitions`, { transition: 'start' }, 200);
  for (const student of (await api.get<List<Row>>(`/classes/${taken.id}/students`)).body.data)
    await api.put(`/students/${student.id}`, { ...student, status: 'passed' });
  await api.post(`/classes/${taken.id}/transitions`, { transition: 'complete' }, 200);
  const records = (await api.get<List<Row>>(`/training/records?classId=${taken.id}`)).body.data;
  expectSame(records.map(({ result }) => result).join(), 'passed,passed');
  report('  = two records, which nobody can change any more');

  report('6. The gap is closed');
  await gapsOnce(scene, '', { required: 2, valid: 2, overdue: 0 });
}

async function forecast(scene: Scene): Promise<void> {
  const { api, report, course, people } = scene;
  const query = `/training?personnelId=${people[0]?.id}&courseId=${course.id}&fields=expiresOn`;
  const expiresOn = String((await api.get<List<Row>>(query)).body.data[0]?.['expiresOn']);
  report(`7. The certificates expire on ${expiresOn}: the same matrix 20 days before, and on the day after`);
  await gapsOnce(scene, `&asOf=${daysAfter(expiresOn, -20)}`, { expiringSoon: 2, expired: 0 });
  await gapsOnce(scene, `&asOf=${daysAfter(expiresOn, 1)}`, { expiringSoon: 0, expired: 2 });
}

/** Asks for the gaps of the site in the course until they are these, and tells them in a sentence. */
async function gapsOnce({ api, report, site, course }: Scene, query: string, wanted: object): Promise<void> {
  const path = `/training/gaps?groupBy=course&orgStructureId=${site.id}&courseId=${course.id}${query}`;
  const [row] = await until(
    'The gaps of the site',
    async () => (await api.get<Gaps>(path)).body.rows,
    ([found]) => JSON.stringify({ ...found, ...wanted }) === JSON.stringify(found),
  );
  if (!row) throw new Error('The matrix has no row');
  const { required, valid, expiringSoon, expired, overdue } = row;
  report(
    `  = required of ${required}: ${valid} valid, ${expiringSoon} expiring soon, ${expired} expired, ${overdue} overdue`,
  );
}

function expectSame(received: unknown, expected: unknown): void {
  if (received !== expected)
    throw new Error(`Answered ${String(received)} where ${String(expected)} was expected`);
}
