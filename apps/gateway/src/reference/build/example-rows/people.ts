import {
  demoAssociates,
  demoCompanies,
  demoId,
  demoPeople,
  demoPlaces,
  demoUsers,
  demoQuarries as quarries,
} from '@safety/demo-data';
import { FILLED } from './filled.js';

export const company = demoCompanies[0];
export const user = demoUsers[0];
/** A user whom the reader may disable, and go on. */
export const manager = demoUsers[1];
export const place = demoPlaces.find(({ type }) => type === 'site');
const above = demoPlaces.find(({ id }) => id === place?.parentId);
/** A place of the same type as the one above. */
export const besideAbove = demoPlaces.find(({ id, type }) => type === above?.type && id !== above?.id);
export const person = demoPeople.find(({ lineManagerId }) => lineManagerId !== null);
const [director] = demoPeople;
const [associateOfDemo] = demoAssociates;

export const nameOf = ({ firstName, lastName }: { firstName?: string; lastName?: string } = {}): string =>
  `${firstName} ${lastName}`;

export const employed = {
  ...person,
  displayName: nameOf(person),
  orgStructurePath: demoPlaces.find(({ id }) => id === person?.orgStructureId)?.path,
  employmentStatus: 'active',
  fte: 1,
};

/** The first record of the person's work history, which is the only one. */
export const historyRecord = {
  ...employed,
  id: demoId('history', person?.id ?? ''),
  personnelId: person?.id,
  effectiveDate: person?.hireDate,
  isCurrent: true,
};

/** A person has one payroll, under the id of the person. */
export const payroll = { id: person?.id, personnelId: person?.id };

/** The company as the user sees it, who administers it. */
export const ownCompany = {
  ...company,
  role: { id: user?.roles[0]?.roleId, name: user?.roles[0]?.role },
  isEventManager: true,
  isDemo: true,
};

export const contact = {
  id: demoId('emergency-contact', director?.id ?? ''),
  personnelId: director?.id,
  name: `Jo ${director?.lastName}`,
  relationship: 'spouse',
  phonePrimary: '+353861000000',
  priority: 1,
};

const { jobTitle, validForDays: _, ...stored } = associateOfDemo ?? {};
const jobTitleId = demoId('job-title', quarries.id, jobTitle ?? '');
export const associate = {
  ...stored,
  displayName: nameOf(associateOfDemo),
  jobTitleId,
  jobTitleName: jobTitle,
  validFrom: '2025-01-01',
  validTo: '2026-12-04',
  inductionCompletedAt: '2025-01-02',
};
export const titleOfAssociates = { id: jobTitleId, name: jobTitle, associateCount: 2 };

/** A user as the business API shows one. */
export const colleague = {
  id: user?.id,
  email: user?.email,
  displayName: 'Ada Admin',
  personnelId: demoPeople.find(({ userId }) => userId === user?.id)?.id,
  active: true,
  isEventManager: true,
  createdByUserId: null,
  modifiedByUserId: null,
  companyWide: true,
  roles: FILLED,
  assignmentId: user?.roles[0]?.id,
  roleId: user?.roles[0]?.roleId,
  roleName: user?.roles[0]?.role,
  permissions: ['hazards.read', 'hazards.approve'],
};
