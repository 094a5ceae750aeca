import { type DemoPerson, demoCompanies, demoId, demoPeople, demoPlaces, demoUsers } from '@safety/demo-data';

/** An object that may be null, and is not in examples. */
export const FILLED = Symbol('filled');

const [company] = demoCompanies;
const [user] = demoUsers;
const place = demoPlaces.find(({ type }) => type === 'site');
const person = demoPeople.find(({ lineManagerId }) => lineManagerId !== null);

/** Two rows of the demo; each is made by the service that owns it. */
const course = {
  id: demoId('course', company?.name ?? '', 'FA-01'),
  code: 'FA-01',
  name: 'First aid at work',
  category: 'firstAid',
  deliveryMethod: 'classroom',
  durationMinutes: 1080,
  validityMonths: 36,
};
const hazard = {
  id: demoId('hazard', company?.name ?? '', 0),
  reference: 'HAZ-2026-000001',
  title: 'Blind bend on the haul road',
  description: 'The stockpile hides loaded trucks that come down from the face.',
  hazardType: 'vehicleTransport',
  orgStructureId: place?.id,
  orgStructurePath: place?.path,
  identifiedAt: '2026-01-05T06:00:00.000Z',
  dueDate: '2026-01-12',
  likelihood: 4,
  severity: 4,
  score: 16,
  band: 'veryHigh',
  assessedAt: '2026-01-05T06:00:00.000Z',
  initial: FILLED,
  existingControls: [],
  status: 'approved',
};
const pathOf = (id: string | undefined) => demoPlaces.find((one) => one.id === id)?.path;

/** Members that mean the same in every schema. */
const everywhere: Record<string, unknown> = {
  version: 1,
  limit: 50,
  hasMore: false,
  nextCursor: null,
  totalCount: null,
  asOf: '2026-11-20T09:12:31.204Z',
  createdAt: '2026-11-02T08:15:00.000Z',
  createdByUserId: user?.id,
  modifiedAt: '2026-11-18T14:40:05.331Z',
  modifiedByUserId: user?.id,
  changedAt: '2026-11-18T14:40:05.331Z',
  changedByUserId: user?.id,
  archived: false,
  dueDate: '2026-01-12',
  externalId: null,
  customFields: {},
  children: [],
  joinedAt: '2026-01-05T08:00:00.000Z',
  companyId: company?.id,
  orgStructureId: place?.id,
  orgStructurePath: place?.path,
  personnelId: person?.id,
  courseId: course.id,
};

const employed = { ...person, employmentStatus: 'active', fte: 1 };

/** Rows of the demo companies, by what the name of a schema holds; the first that fits counts. */
const rows: [schema: RegExp, members: Readonly<Record<string, unknown>>][] = [
  [/Hazard/, hazard],
  [/Course/, { ...course, language: 'en', status: 'active', expiryWarningDays: 30 }],
  [/Personnel/, { ...employed, ...(person && namesOf(person)) }],
  [/History/, { ...employed, effectiveDate: person?.hireDate }],
  [/OrgStructure|Hierarchy/, { ...place, selectable: true }],
  [/UserProfile/, { ...user, locale: 'en', timeZone: null }],
  [
    /CompanyUser|InviteUser/,
    {
      ...user,
      displayName: 'Ada Admin',
      status: 'active',
      invitedAt: null,
      assignments: [],
      roles: [{ roleId: user?.roles[0]?.roleId, orgStructureRelationshipIds: [] }],
    },
  ],
  [/RoleAssignment/, { userId: user?.id, clientId: null, roleId: user?.roles[0]?.roleId, evm: true }],
  [
    /ServiceClient/,
    {
      ...{ id: demoId('client', 'reader'), name: 'Nightly report', status: 'active' },
      ...{ actsForItself: true, assignments: [] },
    },
  ],
  [
    /Role/,
    { name: 'Safety officer', permissions: ['hazards.read', 'hazards.approve'], builtIn: false, evm: false },
  ],
  [/Company/, { ...company, role: { id: user?.id, name: 'admin' }, isDemo: true }],
  [
    /RecordedChange|AuditedChange|ExportedChange/,
    { actor: 'user', operation: 'changed', member: 'name', from: 'First aid', to: course.name },
  ],
];

function namesOf({ firstName, lastName, orgStructureId }: DemoPerson) {
  return { displayName: `${firstName} ${lastName}`, orgStructurePath: pathOf(orgStructureId) };
}

/** The values that the members of a schema have in examples. */
export function exampleValues(schema = ''): Readonly<Record<string, unknown>> {
  const row = rows.find(([name]) => name.test(schema))?.[1];
  return { ...everywhere, ...row };
}
