import { usualRiskBands } from '@safety/contracts';
import { demoOwnRole, demoServiceClient } from '@safety/demo-data';
import { FILLED } from './example-rows/filled.js';
import {
  associate,
  colleague,
  company,
  contact,
  employed,
  historyRecord,
  manager,
  nameOf,
  ownCompany,
  payroll,
  person,
  place,
  titleOfAssociates,
  user,
} from './example-rows/people.js';
import {
  action,
  approval,
  codeList,
  event,
  eventGroup,
  hazard,
  suggestion,
  writtenHazard,
} from './example-rows/safety.js';
import {
  course,
  gapRow,
  requirement,
  standing,
  statistics,
  student,
  trainingClass,
  trainingRecord,
} from './example-rows/training.js';

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
  personnelIds: [person?.id],
  courseId: course.id,
  userId: user?.id,
};

/** A change of one member, and the request that made it. */
const change = {
  version: 2,
  actor: 'user',
  operation: 'changed',
  requestId: '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6074',
  members: FILLED,
  ...{ member: 'name', from: 'First aid', to: course.name },
};

/** The role of an invited user. */
const invitedAs = {
  id: manager?.roles[0]?.id,
  roleId: manager?.roles[0]?.roleId,
  roleName: 'Event manager',
  evm: true,
  orgStructureRelationshipIds: [],
};

/** Rows of the demo companies, by what the name of a schema holds; the first that fits counts. */
const rows: [schema: RegExp, members: Readonly<Record<string, unknown>>][] = [
  [/SuggestedActionWrite/, { ...suggestion, disposition: 'pending' }],
  [/SuggestedAction/, suggestion],
  [/Action/, action],
  [/^Approval/, approval],
  [/Hazard(Write|Add|Submission|Approval(Write|Change))/, writtenHazard],
  [/Hazard/, hazard],
  [/EventGroup/, eventGroup],
  [/Event/, event],
  [/CodeList/, codeList],
  [/Course/, { ...course, language: 'en', status: 'active', expiryWarningDays: 30, statistics }],
  [/Class/, trainingClass],
  [/EnrolledStudents/, { ...student, studentId: student.id, status: 'enrolled' }],
  [/Student/, student],
  [/TrainingRecord/, trainingRecord],
  [/TrainingRequirement/, requirement],
  [/TrainingGapRow/, gapRow],
  [/TrainingGaps/, { asOf: '2026-11-20' }],
  [/^(Sparse)?Training$/, standing],
  [/JobTitle/, titleOfAssociates],
  [/Associate/, associate],
  [/EmergencyContact/, contact],
  [
    /PersonnelAudit/,
    {
      ...change,
      ...{ member: 'firstName', from: 'Kwami', to: person?.firstName },
      resource: 'person',
      resourceId: person?.id,
    },
  ],
  [/Personnel/, employed],
  [/History/, historyRecord],
  [/Payroll/, payroll],
  [/OrgStructureItem/, { ...place, id: place?.itemId, orgStructureIds: [place?.id] }],
  [
    /OrgStructure|Hierarchy/,
    { ...place, relationshipId: place?.id, level: (place?.pathIds.length ?? 1) - 1, selectable: true },
  ],
  [/UserProfile/, { ...user, locale: 'en', timeZone: null }],
  [/Email/, { email: 'ada.admin@demo.example' }],
  [
    /CompanyUser|InviteUser/,
    {
      ...manager,
      displayName: nameOf(manager && { firstName: manager.givenName, lastName: manager.familyName }),
      ...{ status: 'active', canSignIn: true },
      ...{ invitation: 'invited', invitedAt: everywhere['createdAt'] },
      assignments: [invitedAs],
      roles: [{ roleId: invitedAs.roleId, orgStructureRelationshipIds: [] }],
    },
  ],
  [/^(Sparse)?User/, colleague],
  [
    /RoleAssignment/,
    { id: user?.roles[0]?.id, userId: user?.id, clientId: null, roleId: user?.roles[0]?.roleId, evm: true },
  ],
  [
    /ServiceClient/,
    {
      ...{ id: demoServiceClient.clientId, name: demoServiceClient.name, status: 'active' },
      ...{ actsForItself: true, assignments: [] },
    },
  ],
  [/Role/, { ...demoOwnRole, builtIn: false, evm: false }],
  [/Company/, { ...ownCompany, riskBands: usualRiskBands }],
  [/RecordedChange/, change],
  [/AdministeredChange/, { ...change, from: 'Auditor', to: demoOwnRole.name }],
  [/AuditedChange|ExportedChange/, { ...change, id: company?.id, from: 'Demo Quarry', to: company?.name }],
];

/** The values that the members of a schema have in examples. */
export function exampleValues(schema = ''): Readonly<Record<string, unknown>> {
  const row = rows.find(([name]) => name.test(schema))?.[1];
  return { ...everywhere, ...row };
}
