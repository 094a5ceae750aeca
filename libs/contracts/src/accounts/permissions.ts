import { z } from 'zod';

/**
 * The permissions of the business API; `clients.manage` in the console of identity. Those of
 * `companyPermissions` are of the accounts API.
 */
export const permissions = [
  'hazards.read',
  'hazards.readPending',
  'hazards.create',
  'hazards.createWithoutApproval',
  'hazards.update',
  'hazards.approve',
  'hazards.archive',
  'events.read',
  'events.readPending',
  'events.create',
  'events.update',
  'events.approve',
  'events.archive',
  'actions.read',
  'actions.write',
  'actions.verify',
  'associates.read',
  'associates.write',
  'personnel.read',
  'personnel.write',
  'personnel.archive',
  'personnel.sensitive',
  'orgstructures.read',
  'orgstructures.write',
  'training.read',
  'training.write',
  'users.read',
  'exports.run',
  'imports.run',
  'webhooks.manage',
  'changes.read',
  'clients.manage',
  'users.manage',
  'roles.manage',
  'company.manage',
] as const;

export const permissionSchema = z.enum(permissions);
export type Permission = z.infer<typeof permissionSchema>;

/** They count only where a role holds them in the whole company; somebody with all three administers it. */
export const companyPermissions = ['users.manage', 'roles.manage', 'company.manage'] as const;

/** The permissions of those who approve hazards and events: event managers and default approvers. */
export const approvingPermissions = ['hazards.approve', 'events.approve'] as const;

/** The permissions that file a new record at an org structure. */
export const filingPermissions = [
  'hazards.create',
  'hazards.createWithoutApproval',
  'events.create',
  'actions.write',
  'associates.write',
  'personnel.write',
  'orgstructures.write',
  'training.write',
] as const satisfies readonly Permission[];

/** Permissions of people, which no program holds. */
const forPeople: readonly Permission[] = ['clients.manage', ...companyPermissions];

/** Whether a permission counts only in a role that is held in the whole company. */
export const countsOnlyEverywhere = (name: Permission): boolean => forPeople.includes(name);

/** Of what a role allows, the part that counts for a service client. */
export const permissionsOfPrograms = (granted: readonly Permission[]): Permission[] =>
  granted.filter((name) => !forPeople.includes(name));

const readEverything = permissions.filter((name) => name.endsWith('.read'));

/** The roles that every company has. */
export const builtInRoles = {
  admin: permissions,
  eventManager: [
    ...readEverything,
    'hazards.readPending',
    'hazards.create',
    'hazards.update',
    'hazards.approve',
    'events.readPending',
    'events.create',
    'events.update',
    'events.approve',
    'actions.write',
    'actions.verify',
  ],
  manager: [
    ...readEverything,
    'hazards.readPending',
    'hazards.create',
    'events.readPending',
    'events.create',
    'actions.write',
  ],
  employee: [
    'hazards.read',
    'hazards.create',
    'events.read',
    'events.create',
    'actions.read',
    'orgstructures.read',
    'training.read',
  ],
  integration: permissionsOfPrograms(permissions).filter((name) => !name.endsWith('.approve')),
  readOnly: readEverything,
} as const satisfies Record<string, readonly Permission[]>;

export type BuiltInRole = keyof typeof builtInRoles;

/** A role makes its holder an event manager exactly when it may approve both hazards and events. */
export const isEventManagerRole = (granted: readonly Permission[]): boolean =>
  approvingPermissions.every((name) => granted.includes(name));

/**
 * A role lets its holder manage the company's API clients when it may, and counts everywhere in the company.
 */
export const managesClients = (granted: readonly Permission[], orgStructureIds: readonly string[]): boolean =>
  granted.includes('clients.manage') && orgStructureIds.length === 0;

/**
 * A role lets its holder manage clients that act for the company as themselves when it allows, everywhere,
 * all that such a client can hold: a new secret of the client is its permissions.
 */
export const managesServiceClients = (
  granted: readonly Permission[],
  orgStructureIds: readonly string[],
): boolean =>
  managesClients(granted, orgStructureIds) &&
  permissionsOfPrograms(permissions).every((name) => granted.includes(name));
