import {
  type DemoCourse,
  type DemoPerson,
  demoCourses,
  demoPeople,
  demoPlaces,
  demoRequirementsOf,
} from '@safety/demo-data';
import { monthsLater } from '../training-records/expiry.js';

/** How a demo person stands in a course that is required. */
type DemoStanding = 'valid' | 'expiringSoon' | 'expired' | 'missing';

export interface DemoCompletion {
  person: DemoPerson;
  course: DemoCourse;
  completedOn: string;
  expiresOn: string;
}

/** The courses of a demo person: the requirements of the place and those above, for the job. */
const demoCoursesOf = ({ orgStructureId, jobTitle }: DemoPerson): DemoCourse[] =>
  demoPlaces
    .filter((place) => demoPlaces.find(({ id }) => id === orgStructureId)?.pathIds.includes(place.id))
    .flatMap(({ itemId }) => demoRequirementsOf(itemId))
    .filter(({ jobTitles }) => jobTitles.length === 0 || jobTitles.includes(jobTitle))
    .flatMap(({ courseId }) => demoCourses.find(({ id }) => id === courseId) ?? []);

/** In turn, so that each place of four people has all of them. The leader of a place has done everything. */
const turns: DemoStanding[] = ['valid', 'expiringSoon', 'expired', 'missing', 'valid'];
const DAYS_LEFT: Record<Exclude<DemoStanding, 'missing'>, number> = {
  valid: 200,
  expiringSoon: 20,
  expired: -40,
};

const standingOf = (indexAtPlace: number, courseIndex: number): DemoStanding =>
  turns[(indexAtPlace + courseIndex * 3) % turns.length] ?? 'valid';

const DAY_MS = 24 * 60 * 60 * 1000;
export const daysLater = (today: string, days: number): string =>
  new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The courses that demo people have completed, as seen from a day: at every place something is valid,
 * expiring, expired and missing.
 */
export function demoCompletions(today: string): DemoCompletion[] {
  return [...Map.groupBy(demoPeople, ({ orgStructureId }) => orgStructureId).values()].flatMap((people) =>
    people.flatMap((person, index) =>
      demoCoursesOf(person).flatMap((course, courseIndex): DemoCompletion[] => {
        const standing = standingOf(index, courseIndex);
        if (standing === 'missing') return [];
        const expiresOn = daysLater(today, DAYS_LEFT[standing]);
        const completedOn = monthsLater(expiresOn, -(course.validityMonths ?? 0));
        return [{ person, course, completedOn, expiresOn }];
      }),
    ),
  );
}
