import type { courseCategories, deliveryMethods } from '@safety/contracts';
import { type DemoCompany, demoQuarries, otherWorks } from './companies.js';
import { demoId } from './ids.js';

export interface DemoCourse {
  id: string;
  companyId: string;
  code: string;
  name: string;
  category: (typeof courseCategories)[number];
  deliveryMethod: (typeof deliveryMethods)[number];
  durationMinutes: number;
  validityMonths: number | null;
}

type CourseRow = [
  code: string,
  name: string,
  category: DemoCourse['category'],
  method: DemoCourse['deliveryMethod'],
  minutes: number,
  months: number | null,
];

const rows: CourseRow[] = [
  ['IND-01', 'Site induction', 'induction', 'classroom', 120, 36],
  ['FA-01', 'First aid at work', 'firstAid', 'classroom', 1080, 36],
  ['FIRE-01', 'Fire warden', 'fire', 'classroom', 180, 24],
  ['MH-01', 'Manual handling', 'manualHandling', 'blended', 90, 36],
  ['WAH-01', 'Working at height', 'workAtHeight', 'onTheJob', 240, 24],
  ['MAC-01', 'Excavator operation', 'machinery', 'external', 2400, 60],
  ['MAC-02', 'Crusher isolation and lock-out', 'machinery', 'onTheJob', 180, 12],
  ['CHEM-01', 'Safe use of chemicals', 'chemicals', 'online', 60, 24],
  ['ELEC-01', 'Electrical safety', 'electrical', 'classroom', 240, 36],
  ['CS-01', 'Confined space entry', 'confinedSpace', 'external', 480, 24],
  ['DRV-01', 'Haul road driving', 'driving', 'onTheJob', 300, 36],
  ['LEAD-01', 'Leading safely', 'leadership', 'classroom', 960, null],
];

const COURSES_OF_OTHERS = 4;

const coursesOf = (company: DemoCompany, list: CourseRow[]): DemoCourse[] =>
  list.map(([code, name, category, deliveryMethod, durationMinutes, validityMonths]) => ({
    id: demoId('course', company.name, code),
    companyId: company.id,
    code,
    name,
    category,
    deliveryMethod,
    durationMinutes,
    validityMonths,
  }));

export const demoCourses: DemoCourse[] = [
  ...coursesOf(demoQuarries, rows),
  ...coursesOf(otherWorks, rows.slice(0, COURSES_OF_OTHERS)),
];
