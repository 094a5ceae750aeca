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

/** The row that a write adds: its title tells it from all others. */
export const hazardOf = (title: string) => ({
  title,
  description: 'Reported while something else was failing.',
  hazardType: 'mechanical',
  orgStructureId: placeId(demoQuarries, 'North Quarry'),
  identifiedAt: '2026-03-02T08:30:00Z',
});
