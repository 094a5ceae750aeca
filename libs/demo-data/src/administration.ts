import type { Permission } from '@safety/contracts';
import { demoQuarries } from './companies.js';
import { demoId } from './ids.js';
import { placeId } from './org-structures.js';
import { demoRoleId } from './users.js';

/** A role of Demo Quarries itself, beside the built-in ones. */
export const demoOwnRole = {
  id: demoId('role', demoQuarries.name, 'Safety officer'),
  companyId: demoQuarries.id,
  name: 'Safety officer',
  description: 'Looks after hazards and events at a site.',
  permissions: [
    ...['hazards.read', 'hazards.readPending', 'hazards.create', 'hazards.update'],
    ...['events.read', 'events.readPending', 'events.create', 'events.update'],
    ...['actions.read', 'actions.write', 'orgstructures.read', 'personnel.read'],
  ] as Permission[],
};

/** A user who is invited to Demo Quarries and has not answered; the mail is in the mailbox of the demo. */
export const demoInvitedUser = {
  id: demoId('user', 'invited@demo.example'),
  email: 'invited@demo.example',
  givenName: 'Ines',
  familyName: 'Invited',
  companyId: demoQuarries.id,
  assignmentId: demoId('assignment', 'invited@demo.example', demoQuarries.name),
  roleId: demoOwnRole.id,
  orgStructureIds: [placeId(demoQuarries, 'North Quarry')],
};

/** A client of Demo Quarries that acts for the company as itself. */
export const demoServiceClient = {
  clientId: demoId('client', demoQuarries.name, 'Nightly report'),
  secret: 'demo-service-secret',
  name: 'Nightly report',
  companyId: demoQuarries.id,
  scopes: ['resources_accounts_api', 'resources_business_api'],
  assignmentId: demoId('assignment', 'Nightly report', demoQuarries.name),
  roleId: demoRoleId(demoQuarries, 'readOnly'),
};
