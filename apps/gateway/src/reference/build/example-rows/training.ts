import { demoId } from '@safety/demo-data';
import { FILLED } from './filled.js';
import { company, nameOf, person, place, user } from './people.js';

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

/** The class is full: more people wait. */
export const student = {
  id: demoId('student', trainingClass.id, person?.id ?? ''),
  classId: trainingClass.id,
  waitlistIfFull: true,
  enrolledAt: '2026-11-18T14:40:05.331Z',
};

export const trainingRecord = {
  id: demoId('training record', person?.id ?? '', course.code),
  completedOn: '2024-06-08',
  result: 'passed',
  source: 'manual',
  expiresOn: '2027-06-08',
};

export const standing = {
  personnelName: nameOf(person),
  courseName: course.name,
  orgStructureId: person?.orgStructureId,
  assigned: true,
  assignedByUserId: user?.id,
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
  courseName: course.name,
  validityMonths: course.validityMonths,
};

const cell = { courseId: course.id, status: 'valid', expiresOn: trainingRecord.expiresOn };
const gaps = {
  key: person?.id,
  name: nameOf(person),
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
