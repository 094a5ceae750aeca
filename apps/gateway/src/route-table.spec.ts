import { describe, expect, it } from '@jest/globals';
import { scopes } from '@safety/contracts';
import { gatewaySettingsSchema } from './config.js';
import { neverRouted, removedEndpoints, routes } from './route-table.js';

const everything = [...routes, ...removedEndpoints];

describe('route table', () => {
  it.each(everything)('$prefix is lower case, whole segments, and named once', ({ prefix }) => {
    expect(prefix).toMatch(/^(\/[a-z.-]+)+$/);
    expect(everything.filter((other) => other.prefix === prefix)).toHaveLength(1);
  });

  it.each(everything)('$prefix names a scope, or is the protocol itself', ({ prefix, access }) => {
    const known: string[] = Object.values(scopes);
    if (access === 'public')
      expect(['/auth', '/.well-known/oauth-authorization-server/auth']).toContain(prefix);
    else expect(access.scopes.length > 0 && access.scopes.every((scope) => known.includes(scope))).toBe(true);
  });

  it.each(routes)('$prefix goes to the address in $upstream', ({ upstream }) => {
    expect(Object.keys(gatewaySettingsSchema.shape)).toContain(upstream);
  });

  it.each(everything)(
    '$prefix asks for a company below /api, and to administer one',
    ({ prefix, access }) => {
      const administers = /^\/accounts\/(users|roles|roleassignments|serviceclients|company|audit)$/.test(
        prefix,
      );
      expect(access !== 'public' && access.company).toBe(prefix.startsWith('/api/') || administers);
    },
  );

  it.each(everything)(
    '$prefix strips only what it begins with, and never what is internal',
    ({ prefix, strip }) => {
      expect(prefix.startsWith(strip)).toBe(true);
      expect(neverRouted.has(prefix.slice(strip.length).split('/')[1] ?? '')).toBe(false);
    },
  );

  it.each(removedEndpoints)('$prefix has a successor that is routed', ({ strip, successor }) => {
    const path = `${strip}${successor}`;
    expect(routes.some(({ prefix }) => path.startsWith(prefix))).toBe(true);
  });
});
