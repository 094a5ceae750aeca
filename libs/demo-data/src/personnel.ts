import { type DemoCompany, demoCompanies, demoQuarries } from './companies.js';
import { crewOf, type PlaceKind } from './crews.js';
import { demoId } from './ids.js';
import { mailboxOf, nameOf } from './names.js';
import { type DemoPlace, demoPlaces } from './org-structures.js';
import { type DemoUser, demoUsers } from './users.js';

export interface DemoPerson {
  id: string;
  companyId: string;
  personnelNumber: string;
  firstName: string;
  lastName: string;
  email: string;
  hireDate: string;
  lineManagerId: string | null;
  userId: string | null;
  orgStructureId: string;
  jobTitle: string;
  employmentType: 'fullTime' | 'partTime' | 'apprentice';
}

interface Job {
  place: DemoPlace;
  title: string;
  /** Whether it leads the place. */
  leads: boolean;
}

/** The jobs of the demo users; a kind of place is found in one company only. The first such job is theirs. */
const jobsOfUsers: [email: string, kind: PlaceKind, title: string][] = [
  ['admin@demo.example', 'safety', 'Health and safety manager'],
  ['manager@demo.example', 'quarry', 'Quarry manager'],
  ['employee@demo.example', 'crushing', 'Crusher operator'],
  ['both@demo.example', 'office', 'Systems technician'],
  ['both@demo.example', 'works', 'Works administrator'],
  ['admin@other.example', 'manufacturer', 'Works director'],
];

const FIRST_YEAR = 2006;
const YEARS = 19;
const FIRST_YEAR_OF_APPRENTICES = 2024;
const PART_TIME_EVERY = 11;

const jobsOf = (company: DemoCompany): Job[] =>
  demoPlaces
    .filter(({ companyId }) => companyId === company.id)
    .flatMap((place) => crewOf(place.kind).map((title, index) => ({ place, title, leads: index === 0 })));

const usersByJob = (jobs: Job[]): Map<Job, DemoUser> =>
  new Map(
    jobsOfUsers.flatMap(([email, kind, title]) => {
      const job = jobs.find(({ place, title: held }) => place.kind === kind && held === title);
      const user = demoUsers.find((candidate) => candidate.email === email);
      return job && user ? [[job, user] as const] : [];
    }),
  );

/** The leader of the place, for a leader that of the nearest place above that has one. */
function managerOf(job: Job, jobs: Job[]): number | null {
  const places = job.leads ? job.place.pathIds.slice(0, -1) : job.place.pathIds;
  const above = places.map((id) => jobs.findIndex(({ place, leads }) => leads && place.id === id));
  return above.findLast((index) => index >= 0) ?? null;
}

function hireDateOf(index: number, { title }: Job): string {
  const year = title.startsWith('Apprentice')
    ? FIRST_YEAR_OF_APPRENTICES
    : FIRST_YEAR + ((index * 7) % YEARS);
  const [month, day] = [1 + ((index * 5) % 12), 1 + ((index * 11) % 28)];
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

function employmentTypeOf(index: number, { title, leads }: Job): DemoPerson['employmentType'] {
  if (title.startsWith('Apprentice')) return 'apprentice';
  return !leads && index % PART_TIME_EVERY === 0 ? 'partTime' : 'fullTime';
}

function peopleOf(company: DemoCompany): DemoPerson[] {
  const jobs = jobsOf(company);
  const users = usersByJob(jobs);
  const domain = company === demoQuarries ? 'demo.example' : 'other.example';
  const idOf = (index: number) => demoId('person', company.name, index);
  return jobs.map((job, index) => {
    const user = users.get(job);
    const name = user ? { firstName: user.givenName, lastName: user.familyName } : nameOf(index);
    const manager = managerOf(job, jobs);
    return {
      id: idOf(index),
      companyId: company.id,
      personnelNumber: `P-${String(index + 1).padStart(6, '0')}`,
      ...name,
      email: user?.email ?? `${mailboxOf(name)}@${domain}`,
      hireDate: hireDateOf(index, job),
      lineManagerId: manager === null ? null : idOf(manager),
      userId: user?.id ?? null,
      orgStructureId: job.place.id,
      jobTitle: job.title,
      employmentType: employmentTypeOf(index, job),
    };
  });
}

export const demoPeople: DemoPerson[] = demoCompanies.flatMap(peopleOf);
