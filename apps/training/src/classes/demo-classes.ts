import { demoCourses, demoId, demoPeople, demoPlaces, demoQuarries } from '@safety/demo-data';
import { enterCompany, insertMissing, seedTransaction } from '@safety/persistence';
import { daysLater } from '../demo/training.js';

const CAPACITY = 8;
const WAITING = 3;

interface DemoClass {
  code: string;
  place: string;
  /** Its day, counted from today. */
  inDays: number;
  status: 'scheduled' | 'inProgress';
  students: number;
  results: ('passed' | 'failed' | null)[];
}

/** One that is full, with people who wait, and one that is over and yet to be completed. */
const classes: DemoClass[] = [
  {
    code: 'FA-01',
    place: 'North Quarry',
    inDays: 10,
    status: 'scheduled',
    students: CAPACITY + WAITING,
    results: [],
  },
  {
    code: 'IND-01',
    place: 'South Quarry',
    inDays: -1,
    status: 'inProgress',
    students: 6,
    results: ['passed', 'passed', 'failed', null],
  },
];

const record = (id: string) => ({
  company_id: demoQuarries.id,
  id,
  version: 1,
  created_at: 'now',
  modified_at: 'now',
  custom_fields: {},
});

/** The columns of a class and of its students: people at its place and below. */
function rowsOf(
  { code, place: placeName, inDays, status, students: wanted, results }: DemoClass,
  today: string,
) {
  const course = demoCourses.find((found) => found.companyId === demoQuarries.id && found.code === code);
  const place = demoPlaces.find(({ name }) => name === placeName);
  if (!course || !place) throw new Error(`The demo has no ${code} or no ${placeName}`);
  const below = new Set(demoPlaces.filter(({ pathIds }) => pathIds.includes(place.id)).map(({ id }) => id));
  const people = demoPeople.filter(({ orgStructureId }) => below.has(orgStructureId)).slice(-wanted);
  const id = demoId('class', code, placeName);
  const day = daysLater(today, inDays);
  const row = {
    ...record(id),
    course_id: course.id,
    title: `${course.name}, ${placeName}`,
    org_structure_id: place.id,
    location_description: 'Training room',
    start_at: `${day}T08:00:00Z`,
    end_at: `${day}T15:00:00Z`,
    time_zone: demoQuarries.timeZone,
    ends_on: day,
    instructor_name: 'Nora Quinn',
    capacity: CAPACITY,
    status,
    enrolled_count: Math.min(people.length, CAPACITY),
    waitlisted_count: Math.max(people.length - CAPACITY, 0),
    last_number: people.length,
  };
  const students = people.map((person, index) => ({
    ...record(demoId('student', id, person.id)),
    class_id: id,
    personnel_id: person.id,
    status: results[index] ?? (index < CAPACITY ? 'enrolled' : 'waitlisted'),
    cancelled_with_class: false,
    number: index + 1,
    enrolled_at: 'now',
  }));
  return { row, students };
}

/** Adds the demo classes that are missing, with their students. */
export async function addDemoClasses(serviceUrl: string, today: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    await enterCompany(client, demoQuarries.id);
    for (const { row, students } of classes.map((one) => rowsOf(one, today))) {
      const added = await insertMissing(client, 'classes', [row]);
      if (added.has(row.id)) await insertMissing(client, 'students', students);
    }
  });
}
