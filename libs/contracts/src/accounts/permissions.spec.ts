import { describe, expect, it } from '@jest/globals';
import { mayAnywhere, type RoleAssignment, reachOf } from './membership.js';
import {
  builtInRoles,
  isEventManagerRole,
  managesClients,
  type Permission,
  permissions,
} from './permissions.js';

const assignment = (granted: readonly Permission[], orgStructureIds: string[] = []): RoleAssignment => ({
  id: 'a',
  roleId: 'r',
  roleName: 'role',
  isEventManager: false,
  permissions: [...granted],
  orgStructureIds,
});

describe('built-in roles', () => {
  const may = (role: keyof typeof builtInRoles, permission: Permission) =>
    (builtInRoles[role] as readonly Permission[]).includes(permission);

  it('the admin may everything', () => {
    expect(builtInRoles.admin).toEqual(permissions);
  });

  it.each(Object.keys(builtInRoles) as (keyof typeof builtInRoles)[])('%s lists nothing twice', (role) => {
    expect(new Set(builtInRoles[role]).size).toBe(builtInRoles[role].length);
  });

  it.each([
    ['admin', true],
    ['eventManager', true],
    ['manager', false],
    ['employee', false],
    ['integration', false],
    ['readOnly', false],
  ] as const)('%s is an event manager: %s', (role, expected) => {
    expect(isEventManagerRole(builtInRoles[role])).toBe(expected);
  });

  it('an event manager may approve hazards and events, not only one', () => {
    expect(isEventManagerRole(['hazards.approve'])).toBe(false);
    expect(isEventManagerRole(['events.approve'])).toBe(false);
    expect(isEventManagerRole(['events.approve', 'hazards.approve'])).toBe(true);
  });

  it.each([
    ['employee', 'hazards.create', true],
    ['employee', 'hazards.createWithoutApproval', false],
    ['employee', 'hazards.readPending', false],
    ['employee', 'personnel.read', false],
    ['employee', 'training.write', false],
    ['manager', 'hazards.readPending', true],
    ['manager', 'training.read', true],
    ['manager', 'training.write', false],
    ['manager', 'personnel.sensitive', false],
    ['eventManager', 'actions.verify', true],
    ['eventManager', 'personnel.sensitive', false],
    ['integration', 'hazards.createWithoutApproval', true],
    ['integration', 'events.approve', false],
    ['integration', 'clients.manage', false],
    ['eventManager', 'clients.manage', false],
    ['readOnly', 'users.read', true],
  ] as const)('%s with %s: %s', (role, permission, expected) => {
    expect(may(role, permission)).toBe(expected);
  });

  it('a role manages clients only when it counts everywhere', () => {
    expect(managesClients(['clients.manage'], [])).toBe(true);
    expect(managesClients(['clients.manage'], ['p1'])).toBe(false);
    expect(managesClients(['webhooks.manage'], [])).toBe(false);
  });

  it('readOnly can do nothing but read', () => {
    expect(builtInRoles.readOnly.filter((name) => !name.endsWith('.read'))).toEqual([]);
  });
});

describe('reach', () => {
  it.each<[string, RoleAssignment[], ReturnType<typeof reachOf>]>([
    ['nowhere without a role', [], []],
    ['nowhere when no role grants it', [assignment(['events.read'])], []],
    ['everywhere by a role without places', [assignment(['hazards.read'])], 'everywhere'],
    ['at the places of the role', [assignment(['hazards.read'], ['p1', 'p2'])], ['p1', 'p2']],
    [
      'at the places of all granting roles, each once',
      [
        assignment(['hazards.read'], ['p1', 'p2']),
        assignment(['hazards.read'], ['p2', 'p3']),
        assignment(['events.read'], ['p4']),
      ],
      ['p1', 'p2', 'p3'],
    ],
    [
      'everywhere when one granting role counts everywhere',
      [assignment(['hazards.read'], ['p1']), assignment(['hazards.read'])],
      'everywhere',
    ],
    [
      'at places alone when the role that counts everywhere grants something else',
      [assignment(['hazards.read'], ['p1']), assignment(['events.read'])],
      ['p1'],
    ],
  ])('%s', (_, assignments, reach) => {
    expect(reachOf({ assignments }, 'hazards.read')).toEqual(reach);
    expect(mayAnywhere({ assignments }, 'hazards.read')).toBe(reach === 'everywhere' || reach.length > 0);
  });
});
