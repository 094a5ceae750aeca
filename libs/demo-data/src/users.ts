import {
  type BuiltInRole,
  builtInRoles,
  isEventManagerRole,
  managesClients,
  managesServiceClients,
  type RoleAssignment,
} from '@safety/contracts';
import { type DemoCompany, demoQuarries, otherWorks } from './companies.js';
import { demoId } from './ids.js';
import { placeId } from './org-structures.js';

/** The password of every demo user. */
export const demoPassword = 'correct horse battery staple';

/** A role that a demo user holds in a demo company. */
export interface DemoRoleAssignment {
  id: string;
  companyId: string;
  roleId: string;
  role: BuiltInRole;
  isEventManager: boolean;
  managesClients: boolean;
  managesServiceClients: boolean;
  /** Places the role counts at and below; none means everywhere. */
  orgStructureIds: string[];
}

export interface DemoUser {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  roles: DemoRoleAssignment[];
}

export const demoRoleId = (company: DemoCompany, role: BuiltInRole): string =>
  demoId('role', company.name, role);

const assign = (
  email: string,
  company: DemoCompany,
  role: BuiltInRole,
  places: string[] = [],
): DemoRoleAssignment => ({
  id: demoId('assignment', email, company.name),
  companyId: company.id,
  roleId: demoRoleId(company, role),
  role,
  isEventManager: isEventManagerRole(builtInRoles[role]),
  managesClients: managesClients(builtInRoles[role], places),
  managesServiceClients: managesServiceClients(builtInRoles[role], places),
  orgStructureIds: places,
});

const user = (
  email: string,
  givenName: string,
  familyName: string,
  roles: DemoRoleAssignment[],
): DemoUser => ({
  id: demoId('user', email),
  email,
  givenName,
  familyName,
  roles,
});

/** A role of a demo user, as it is published. */
export const demoAssignment = (role: DemoRoleAssignment): RoleAssignment => ({
  id: role.id,
  roleId: role.roleId,
  roleName: role.role,
  isEventManager: role.isEventManager,
  permissions: [...builtInRoles[role.role]],
  orgStructureIds: role.orgStructureIds,
});

const ADMIN = 'admin@demo.example';
const MANAGER = 'manager@demo.example';
const EMPLOYEE = 'employee@demo.example';
const OTHER_ADMIN = 'admin@other.example';
const BOTH = 'both@demo.example';

export const demoUsers: DemoUser[] = [
  user(ADMIN, 'Ada', 'Admin', [assign(ADMIN, demoQuarries, 'admin')]),
  user(MANAGER, 'Max', 'Manager', [
    assign(MANAGER, demoQuarries, 'eventManager', [placeId(demoQuarries, 'North Quarry')]),
  ]),
  user(EMPLOYEE, 'Erin', 'Employee', [assign(EMPLOYEE, demoQuarries, 'employee')]),
  user(OTHER_ADMIN, 'Otto', 'Other', [assign(OTHER_ADMIN, otherWorks, 'admin')]),
  user(BOTH, 'Bo', 'Both', [assign(BOTH, demoQuarries, 'admin'), assign(BOTH, otherWorks, 'admin')]),
];
