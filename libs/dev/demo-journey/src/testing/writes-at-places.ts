import { eventOfManager } from './register-calls.js';

const person = { firstName: 'Pia', lastName: 'Permitted' };
const employment = { jobTitle: 'Fitter', employmentType: 'fullTime', employmentStatus: 'active' };

/** Requests that add a row at an org structure, each with the permission that it needs there. */
export const writesAtPlaces = (
  hazard: object,
): [path: string, needed: string, body: (orgStructureId: string) => object][] => [
  ['/hazards', 'hazards.createWithoutApproval', (orgStructureId) => ({ ...hazard, orgStructureId })],
  ['/hazards/approval', 'hazards.create', (orgStructureId) => ({ ...hazard, orgStructureId })],
  ['/events/requireapproval', 'events.create', (orgStructureId) => ({ ...eventOfManager(), orgStructureId })],
  [
    '/personnel',
    'personnel.write',
    (orgStructureId) => ({
      ...person,
      hireDate: '2024-01-08',
      initialHistory: { ...employment, orgStructureId },
    }),
  ],
  [
    '/associate',
    'associates.write',
    (orgStructureId) => ({ ...person, associateType: 'visitor', orgStructureIds: [orgStructureId] }),
  ],
];
