import { demoQuarries, otherWorks, placeId } from '@safety/demo-data';
import type { AppName } from '@safety/local-stack';

/** A read that the load repeats, and the service that answers it. */
export interface Read {
  app: AppName;
  path: string;
  companyId: string;
}

/** The company changes nothing for accounts, which answers each user alike. */
const pathsOf: [AppName, string][] = [
  ['hazards-events', '/api/hazards?limit=20'],
  ['personnel-org', '/api/personnel?limit=20'],
  ['personnel-org', '/api/orgstructures?limit=20'],
  ['training', '/api/courses?limit=20'],
  ['accounts', '/accounts/companies/me'],
];

/** Lists of both companies, read by turns. */
export const reads: Read[] = [demoQuarries, otherWorks].flatMap(({ id }) =>
  pathsOf.map(([app, path]) => ({ app, path, companyId: id })),
);

/** A row that the load adds to the first company, and where the service keeps it. */
export interface Write {
  app: AppName;
  path: string;
  table: string;
  /** The column that holds the name. */
  column: string;
  /** The body to send; the name tells the row from all others. */
  body(name: string): object;
}

export const hazardWrite: Write = {
  app: 'hazards-events',
  path: '/api/hazards',
  table: 'hazards',
  column: 'title',
  body: (name) => ({
    title: name,
    description: 'Reported while something else was failing.',
    hazardType: 'mechanical',
    orgStructureId: placeId(demoQuarries, 'North Quarry'),
    identifiedAt: '2026-03-02T08:30:00Z',
  }),
};

/** Its service tells others about each row: hazards-events keeps what it hears. */
export const personWrite: Write = {
  app: 'personnel-org',
  path: '/api/personnel',
  table: 'personnel',
  column: 'last_name',
  body: (name) => ({
    firstName: 'Drill',
    lastName: name,
    hireDate: '2026-01-05',
    initialHistory: {
      orgStructureId: placeId(demoQuarries, 'North Quarry'),
      jobTitle: 'Driller',
      employmentType: 'fullTime',
      employmentStatus: 'active',
    },
  }),
};

/** Rows that are written, by turns. */
export const writes: Write[] = [hazardWrite, hazardWrite, hazardWrite, personWrite];
