import type {
  auditedResources,
  BuiltInRole,
  ChangeOperation,
  invitationStatuses,
  RiskBand,
} from '@safety/contracts';
import type { Catalogue } from '../../../pages/locale.js';
import type { CompanySection } from '../visit/company-visit.js';
import { en } from './en.js';
import { es } from './es.js';
import type { FaultMessages } from './faults/faults.js';
import { kk } from './kk.js';
import { nl } from './nl.js';
import type { PermissionMessages } from './permissions/permissions.js';
import { ru } from './ru.js';
import type { SearchMessages } from './searches/searches.js';

/** The texts of the administration of a company. */
export interface CompanyMessages extends PermissionMessages, FaultMessages, SearchMessages {
  sections: Record<CompanySection, string>;
  companiesHint: string;
  noCompanies: string;
  otherCompany: string;
  /** The question whether the user accepts, and the button that does. */
  ownInvitation: { title: (company: string) => string; hint: string; action: string };
  suspended: string;
  suspendedHint: string;
  yourRole: string;
  administersNothing: string;
  search: string;
  find: string;
  more: string;
  older: string;
  all: string;
  save: string;
  changedMeanwhile: string;
  /** Where there is no input to look at again. */
  changedBeforeButton: string;
  isNow: (value: string) => string;

  usersHint: string;
  searchUsersHint: string;
  noUsers: string;
  status: string;
  active: string;
  disabled: string;
  givenName: string;
  familyName: string;
  invite: string;
  inviteHint: string;
  /** Where no mail can be sent. */
  noInvitationMail: string;
  sendInvitation: string;
  inviteAgain: string;
  invitedAt: string;
  invitation: string;
  invitations: Record<(typeof invitationStatuses)[number], string>;
  acceptedAt: string;
  memberSince: string;
  editName: string;
  editNameHint: string;
  disable: string;
  disableUserHint: string;
  enable: string;
  remove: string;
  removeUserHint: string;
  /** In place of what is said of others. */
  aboutYourself: Record<'disable' | 'remove' | 'takeRole' | 'takeLastRole', string>;
  changesOfUser: string;

  role: string;
  roleNames: Record<BuiltInRole, string>;
  roleHints: Record<BuiltInRole, string>;
  giveRole: string;
  giveRoleHint: string;
  changeRole: string;
  takeRole: string;
  takeRoleHint: string;
  takeLastRoleHint: string;
  evm: string;
  eventManager: string;
  reach: string;
  reachHint: string;
  everywhere: string;
  atPlaces: string;
  places: string;
  noPlaces: string;
  placesUnseen: string;
  placesBeyond: string;
  placesBeyondHint: string;
  /** Of a role, with the names of the topmost places. */
  givenOnlyAt: (places: string) => string;
  roleKept: string;
  /** Of the org structures below one. */
  below: (place: string) => string;

  rolesHint: string;
  newRole: string;
  editRole: string;
  roleFormHint: string;
  nameOfRole: string;
  description: string;
  permissionsTitle: string;
  permissionsToGive: string;
  permissionKept: string;
  noPermissions: string;
  noRoles: string;
  builtIn: string;
  builtInHint: string;
  archive: string;
  archiveRoleHint: string;
  archived: string;
  archivedRoles: string;
  archivedRolesHint: string;
  restore: string;
  usersWithRole: string;
  clientsWithRole: string;
  changesOfRole: string;

  clientsHint: string;
  noClients: string;
  registerClients: string;
  registration: string;
  clientId: string;
  noRoleHeld: string;
  actsForItselfHint: string;
  actsForUsersOnly: string;
  actsForUsersHint: string;
  disabledClientHint: string;
  changesByClient: string;

  settingsHint: string;
  companyName: string;
  legalName: string;
  country: string;
  timeZone: string;
  defaultLocale: string;
  defaultLocaleHint: string;
  riskBands: string;
  riskBandsHint: string;
  bands: Record<Exclude<RiskBand, 'low'>, string>;
  approvals: string;
  allowSelfApproval: string;
  defaultApprovers: string;
  defaultApproversHint: string;
  approversToGive: string;
  sessionLifetime: string;
  sessionLifetimeHint: string;
  requireIfMatch: string;
  requireIfMatchHint: string;

  changesHint: (timeZone: string) => string;
  noChanges: string;
  exportChanges: string;
  changeOf: string;
  changeKind: string;
  changedBy: string;
  changedFrom: string;
  changedTo: string;
  resources: Record<(typeof auditedResources)[number], string>;
  operations: Record<ChangeOperation, string>;
  theSystem: string;
  theOperator: string;
  theClient: string;
  client: string;
  request: string;
  row: string;
  oneRow: string;
  oneClient: string;
  allRows: string;
  members: (count: number) => string;
  /** By the name of the member. */
  memberNames: Readonly<Record<string, string>>;
  hidden: string;
  /** In place of a value that is not there. */
  empty: string;
}

export const companyMessages: Catalogue<CompanyMessages> = { en, es, ru, kk, nl };

/** A role as people know it: built-in ones are stored by a name that is no text. */
export const roleName = ({ roleNames }: CompanyMessages, name: string): string =>
  Object.hasOwn(roleNames, name) ? roleNames[name as BuiltInRole] : name;

/** The purpose of a built-in role. */
export const roleHint = ({ roleHints }: CompanyMessages, name: string): string | undefined =>
  Object.hasOwn(roleHints, name) ? roleHints[name as BuiltInRole] : undefined;
