import {
  type DemoCompany,
  type DemoPlace,
  demoPlaces,
  demoQuarries,
  demoUsers,
  type PlaceKind,
  placeId,
} from '@safety/demo-data';

/** How far a demo hazard has come. A revision is of an approved one. */
export type DemoState =
  | 'approved'
  | 'closed'
  | 'pendingApproval'
  | 'revision'
  | 'changesRequested'
  | 'rejected'
  | 'draft';

/** Of the newest hazards, the newest first. */
const newest: DemoState[] = [
  'draft',
  'pendingApproval',
  'pendingApproval',
  'changesRequested',
  'revision',
  'pendingApproval',
  'rejected',
  'pendingApproval',
  'approved',
  'revision',
];
const CLOSED_EVERY = 4;

/** The state of a hazard by its age: the newest are in their approval, many of the old ones are closed. */
export function stateOf(company: DemoCompany, index: number, count: number): DemoState {
  const age = count - 1 - index;
  if (company.id === demoQuarries.id && age < newest.length) return newest[age] ?? 'approved';
  return age > count / 2 && index % CLOSED_EVERY === 2 ? 'closed' : 'approved';
}

const userId = (email: string): string => {
  const user = demoUsers.find((candidate) => candidate.email === email);
  if (!user) throw new Error(`There is no demo user ${email}`);
  return user.id;
};

/** The users of a company who report, decide and verify in the demo. */
export interface DemoActors {
  reporterId: string;
  approverId: string;
  administratorId: string;
}

const actorsOfQuarries: DemoActors = {
  reporterId: userId('employee@demo.example'),
  approverId: userId('manager@demo.example'),
  administratorId: userId('admin@demo.example'),
};
const actorsOfOthers: DemoActors = {
  reporterId: userId('both@demo.example'),
  approverId: userId('admin@other.example'),
  administratorId: userId('both@demo.example'),
};

export const actorsOf = (companyId: string): DemoActors =>
  companyId === demoQuarries.id ? actorsOfQuarries : actorsOfOthers;

const managed = placeId(demoQuarries, 'North Quarry');

/**
 * The places of a kind; what waits for approval lies where the manager of the demo decides, if there is such
 * a place.
 */
export function placesFor(company: DemoCompany, kind: PlaceKind, waits: boolean): DemoPlace[] {
  const places = demoPlaces.filter((place) => place.companyId === company.id && place.kind === kind);
  const near = places.filter(({ pathIds }) => pathIds.includes(managed));
  return waits && near.length > 0 ? near : places;
}
