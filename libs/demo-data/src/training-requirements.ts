import { type DemoCompany, demoCompanies } from './companies.js';
import type { PlaceKind } from './crews.js';
import { demoId } from './ids.js';
import { demoPlaces } from './org-structures.js';

/** The id of a demo course, by its code. */
export const demoCourseId = (company: DemoCompany, code: string): string =>
  demoId('course', company.name, code);

/** The training that the item of a demo place requires. */
export interface DemoRequirement {
  courseId: string;
  requirement: 'mandatory' | 'recommended';
  /** None means everybody there. */
  jobTitles: string[];
  graceDays: number;
  effectiveFrom: string;
}

const EFFECTIVE_FROM = '2024-01-01';
const GRACE_DAYS = 30;

interface Rule {
  code: string;
  jobTitles?: string[];
  isRecommended?: boolean;
}

const rules: Partial<Record<PlaceKind, Rule[]>> = {
  company: [{ code: 'IND-01' }],
  manufacturer: [{ code: 'IND-01' }],
  quarry: [
    { code: 'FIRE-01', jobTitles: ['Quarry manager', 'Deputy quarry manager'] },
    { code: 'FA-01', isRecommended: true },
  ],
  extraction: [
    { code: 'CHEM-01' },
    { code: 'DRV-01', jobTitles: ['Haul truck driver', 'Wheel loader operator'] },
    { code: 'MAC-01', jobTitles: ['Excavator operator'] },
  ],
  crushing: [{ code: 'CHEM-01' }, { code: 'MAC-02' }],
  workshop: [{ code: 'MAC-02' }, { code: 'WAH-01', jobTitles: ['Electrician', 'Mobile plant fitter'] }],
  loading: [{ code: 'MH-01' }],
  stores: [{ code: 'MH-01' }],
  safety: [{ code: 'FA-01' }],
  works: [{ code: 'FIRE-01', jobTitles: ['Works manager'] }],
};

/** The training that the item of a demo place requires; nothing for any other id. */
export function demoRequirementsOf(itemId: string): DemoRequirement[] {
  const place = demoPlaces.find((found) => found.itemId === itemId);
  const company = demoCompanies.find(({ id }) => id === place?.companyId);
  if (!place || !company) return [];
  return (rules[place.kind] ?? []).map(({ code, jobTitles = [], isRecommended = false }) => ({
    courseId: demoCourseId(company, code),
    requirement: isRecommended ? 'recommended' : 'mandatory',
    jobTitles,
    graceDays: GRACE_DAYS,
    effectiveFrom: EFFECTIVE_FROM,
  }));
}
