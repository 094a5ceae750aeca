import { demoId, demoPeople, demoPlaces } from '@safety/demo-data';
import { FILLED } from './filled.js';
import { company, nameOf, person, place } from './people.js';

export const course = {
  id: demoId('course', company?.name ?? '', 'FA-01'),
  code: 'FA-01',
  name: 'First aid at work',
  category: 'firstAid',
  deliveryMethod: 'classroom',
  durationMinutes: 1080,
  validityMonths: 36,
};

export const trainingClass = {
  id: demoId('class', course.code, place?.name ?? ''),
  title: `${course.name}, ${place?.name}`,
  orgStructureId: place?.id,
  locationDescription: 'Training room',
  startAt: '2026-11-30T08:00:00.000Z',
  endAt: '2026-11-30T15:00:00.000Z',
  timeZone: company?.timeZone,
  instructorName: 'Nora Quinn',
  capacity: 8,
  enrolledCount: 8,
  waitlistedCount: 3,
  personnelIds: [person?.id],
};

const below = demoPlaces.filter(({ pathIds }) => pathIds.includes(place?.id ?? '')).map(({ id }) => id);
/** The first of those in the class, which is full: more people wait. */
const attendee = demoPeople
  .filter(({ orgStructureId }) => below.includes(orgStructureId))
  .at(-(trainingClass.enrolledCount + trainingClass.waitlistedCount));
export const student = {
  id: demoId('student', trainingClass.id, attendee?.id ?? ''),
  classId: trainingClass.id,
  personnelId: attendee?.id,
  waitlistIfFull: true,
  enrolledAt: '2026-11-18T14:40:05.331Z',
};

/** Somebody whose place recommends the course, and who has passed it. */
const trainee = demoPeople.find(
  ({ jobTitle, orgStructureId }) => jobTitle === 'Site administrator' && orgStructureId === place?.id,
);

export const trainingRecord = {
  id: demoId('training record', trainee?.id ?? '', course.code),
  personnelId: trainee?.id,
  completedOn: '2024-06-08',
  result: 'passed',
  source: 'import',
  expiresOn: '2027-06-08',
};

export const standing = {
  // As training makes it of the person and the course.
  id: 'ca11d558-3fc5-8fe7-a050-c6fcc551c109',
  version: 0,
  personnelId: trainee?.id,
  personnelName: nameOf(trainee),
  courseName: course.name,
  orgStructureId: trainee?.orgStructureId,
  requirement: 'recommended',
  requiredBy: [{ itemId: place?.itemId, itemName: place?.name }],
  assigned: false,
  assignedByUserId: null,
  dueDate: null,
  status: 'valid',
  lastRecordId: trainingRecord.id,
  lastCompletedOn: trainingRecord.completedOn,
  expiresOn: trainingRecord.expiresOn,
  daysToExpiry: 200,
};

export const requirement = {
  requirements: FILLED,
  requirement: 'recommended',
  graceDays: 30,
  effectiveFrom: '2024-01-01',
  orgStructureIds: [place?.id],
  courseName: course.name,
  validityMonths: course.validityMonths,
};

const cell = { courseId: course.id, status: 'valid', expiresOn: trainingRecord.expiresOn };
const gaps = {
  key: trainee?.id,
  name: nameOf(trainee),
  required: 1,
  valid: 1,
  expiringSoon: 0,
  expired: 0,
  overdue: 0,
  compliancePercent: 100,
};
/** The gaps of one person, and the same as a table: one line for each cell. */
export const gapRow = { ...gaps, cells: [cell] };
const line = { ...gaps, ...cell };
export const gapTable = `${Object.keys(line).join()}\r\n${Object.values(line).join()}\r\n`;

/** The use of the course. */
export const statistics = {
  upcomingClassCount: 1,
  enrolledCount: 12,
  recordCount: 40,
  personCount: 38,
  lastCompletedOn: '2026-10-14',
};
