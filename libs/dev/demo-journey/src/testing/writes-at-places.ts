const name = (): string => `Random ${crypto.randomUUID()}`;

/** Requests that add a row at an org structure, each with the permission that it needs there. */
export const writesAtPlaces = (
  hazard: object,
): [path: string, needed: string, body: (orgStructureId: string) => object][] => [
  ['/hazards', 'hazards.createWithoutApproval', (orgStructureId) => ({ ...hazard, orgStructureId })],
  ['/hazards/approval', 'hazards.create', (orgStructureId) => ({ ...hazard, orgStructureId })],
  [
    '/personnel',
    'personnel.write',
    (orgStructureId) => ({
      ...{ firstName: 'Rory', lastName: name(), hireDate: '2026-01-05' },
      initialHistory: {
        ...{ orgStructureId, jobTitle: 'Fitter' },
        ...{ employmentType: 'fullTime', employmentStatus: 'active' },
      },
    }),
  ],
  [
    '/associate',
    'associates.write',
    (orgStructureId) => ({
      ...{ firstName: 'Rory', lastName: name(), associateType: 'contractor', employerName: 'Daly Drilling' },
      orgStructureIds: [orgStructureId],
    }),
  ],
];

/** Lists by place, each with the permission that shows rows there. */
export const readsAtPlaces: [path: string, needed: string][] = [
  ['/hazards', 'hazards.read'],
  ['/events', 'events.read'],
  ['/personnel', 'personnel.read'],
];
