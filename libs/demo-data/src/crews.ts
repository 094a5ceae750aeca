/**
 * The people at a kind of place: how many hold each job title. The first title is held by one person, who
 * leads the place.
 */
const crew = (leader: string, others: Record<string, number> = {}): string[] => [
  leader,
  ...Object.entries(others).flatMap(([title, count]) => Array<string>(count).fill(title)),
];

const crews = {
  company: crew('Managing director'),
  region: crew('Regional manager'),
  quarry: crew('Quarry manager', {
    'Deputy quarry manager': 1,
    'Site administrator': 1,
    'Security guard': 2,
  }),
  extraction: crew('Extraction foreman', {
    'Excavator operator': 4,
    'Haul truck driver': 6,
    'Wheel loader operator': 3,
    'Drill rig operator': 2,
    Shotfirer: 2,
  }),
  crushing: crew('Crushing plant foreman', {
    'Crusher operator': 4,
    'Screening plant operator': 3,
    'Control room operator': 3,
    'Plant fitter': 2,
    'Conveyor attendant': 2,
  }),
  workshop: crew('Workshop foreman', {
    'Mobile plant fitter': 6,
    Electrician: 3,
    Welder: 2,
    'Tyre fitter': 1,
    'Apprentice fitter': 2,
  }),
  weighbridge: crew('Dispatch supervisor', { 'Weighbridge operator': 4, 'Dispatch clerk': 2 }),
  depot: crew('Depot manager', { 'Site administrator': 1, 'Security guard': 2 }),
  loading: crew('Loading foreman', {
    'Shiploader operator': 3,
    'Crane operator': 2,
    'Wheel loader operator': 3,
    Banksman: 2,
  }),
  stores: crew('Stores supervisor', { Storekeeper: 3, 'Forklift driver': 2 }),
  office: crew('Operations director', {
    'Finance manager': 1,
    'Payroll officer': 1,
    'Personnel adviser': 2,
    Geologist: 2,
    Surveyor: 2,
    'Purchasing officer': 2,
    'Sales coordinator': 3,
    'Systems technician': 1,
    Receptionist: 1,
  }),
  safety: crew('Health and safety manager', {
    'Safety adviser': 4,
    'Occupational hygienist': 1,
    'Environmental officer': 1,
    'Training coordinator': 2,
  }),
  manufacturer: crew('Works director'),
  works: crew('Works manager', { 'Works administrator': 1 }),
  foundry: crew('Foundry foreman', { 'Furnace operator': 2, Moulder: 2 }),
  assembly: crew('Assembly foreman', { Assembler: 3, Welder: 1 }),
} satisfies Record<string, string[]>;

/** The purpose of a place; its crew and its hazards follow from it. */
export type PlaceKind = keyof typeof crews;

/** The job titles of the people at a place, one for each of them; the first leads the place. */
export const crewOf = (kind: PlaceKind): string[] => crews[kind];
