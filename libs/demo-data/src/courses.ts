import type { courseCategories, deliveryMethods } from '@safety/contracts';
import { type DemoCompany, demoQuarries, otherWorks } from './companies.js';
import { demoCourseId } from './training-requirements.js';

export interface DemoCourse {
  id: string;
  companyId: string;
  code: string;
  name: string;
  category: (typeof courseCategories)[number];
  deliveryMethod: (typeof deliveryMethods)[number];
  durationMinutes: number;
  validityMonths: number | null;
  prerequisiteCourseIds: string[];
  /** The shorter course that renews this one. */
  refresherCourseId: string | null;
}

type CourseRow = [
  code: string,
  name: string,
  category: DemoCourse['category'],
  method: DemoCourse['deliveryMethod'],
  minutes: number,
  months: number | null,
  related?: { after?: string[]; refresher?: string },
];

const rows: CourseRow[] = [
  ['IND-01', 'Site induction', 'induction', 'classroom', 120, 36],
  ['FA-01', 'First aid at work', 'firstAid', 'classroom', 1080, 36, { refresher: 'FA-02' }],
  ['FA-02', 'First aid at work: refresher', 'firstAid', 'classroom', 480, 36, { after: ['FA-01'] }],
  ['FIRE-01', 'Fire warden', 'fire', 'classroom', 180, 24, { after: ['IND-01'] }],
  ['MH-01', 'Manual handling', 'manualHandling', 'blended', 90, 36],
  ['WAH-01', 'Working at height', 'workAtHeight', 'onTheJob', 240, 24, { after: ['IND-01'] }],
  ['MAC-01', 'Excavator operation', 'machinery', 'external', 2400, 60, { after: ['IND-01'] }],
  [
    'MAC-02',
    'Isolation and lock-out of fixed plant',
    'machinery',
    'onTheJob',
    180,
    12,
    { after: ['IND-01'] },
  ],
  ['CHEM-01', 'Silica dust and hazardous substances', 'chemicals', 'online', 60, 24],
  ['CS-01', 'Confined space entry', 'confinedSpace', 'external', 480, 24, { after: ['IND-01', 'MAC-02'] }],
  ['DRV-01', 'Haul road driving', 'driving', 'onTheJob', 300, 36, { after: ['IND-01'] }],
  ['LEAD-01', 'Leading safely', 'leadership', 'classroom', 960, null, { after: ['IND-01'] }],
];

const COURSES_OF_OTHERS = 4;

function coursesOf(company: DemoCompany, list: CourseRow[]): DemoCourse[] {
  const idOf = (code: string) => demoCourseId(company, code);
  return list.map(
    ([code, name, category, deliveryMethod, durationMinutes, validityMonths, related = {}]) => ({
      id: idOf(code),
      companyId: company.id,
      code,
      name,
      category,
      deliveryMethod,
      durationMinutes,
      validityMonths,
      prerequisiteCourseIds: (related.after ?? []).map(idOf),
      refresherCourseId: related.refresher === undefined ? null : idOf(related.refresher),
    }),
  );
}

export const demoCourses: DemoCourse[] = [
  ...coursesOf(demoQuarries, rows),
  ...coursesOf(otherWorks, rows.slice(0, COURSES_OF_OTHERS)),
];
