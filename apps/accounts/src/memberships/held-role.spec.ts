import { describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import { makesEventManager, permissionsOf } from './held-role.js';

describe('what a role allows', () => {
  it.each(Object.keys(builtInRoles) as (keyof typeof builtInRoles)[])('%s: what the code says', (builtIn) => {
    expect(permissionsOf({ builtIn, permissions: null })).toEqual(builtInRoles[builtIn]);
  });

  it('of a company: what it lists, without what is not known', () => {
    const permissions = ['hazards.read', 'hazards.approve', 'moon.fly'];
    expect(permissionsOf({ builtIn: null, permissions })).toEqual(['hazards.read', 'hazards.approve']);
  });

  it.each(['constructor', '__proto__', 'owner'])(
    'nothing, when the built-in role is called %s',
    (builtIn) => {
      expect(permissionsOf({ builtIn, permissions: null })).toEqual([]);
    },
  );

  it('both approvals make an event manager, one does not', () => {
    const both = ['hazards.approve', 'events.approve'];
    expect(makesEventManager({ builtIn: null, permissions: both })).toBe(true);
    expect(both.map((name) => makesEventManager({ builtIn: null, permissions: [name] }))).toEqual([
      false,
      false,
    ]);
    expect(makesEventManager({ builtIn: 'manager', permissions: null })).toBe(false);
  });
});
