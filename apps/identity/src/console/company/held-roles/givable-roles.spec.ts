import { expect, it } from '@jest/globals';
import type { HierarchyNode } from '@safety/contracts';
import { listen } from '@safety/testing';
import { ServiceApi } from '../../api/service-api.js';
import { type GivableRole, placesToGive, rolesOf } from './givable-roles.js';

it('GET /roles, page by page: every role of the company can be chosen', async () => {
  const accounts = await listen((request, response) => {
    const cursor = new URL(request.url ?? '', 'http://accounts').searchParams.get('cursor');
    const page = { data: [{ id: cursor ?? 'first' }], page: { nextCursor: cursor ? null : 'second' } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(page));
  });
  try {
    const roles = await rolesOf(new ServiceApi([accounts.url], { token: 'a token', submission: 'none' }));
    expect(roles?.map(({ id }) => id)).toEqual(['first', 'second']);
  } finally {
    await accounts.close();
  }
});

it('GET /roles 403: nothing', async () => {
  const accounts = await listen((_, response) => response.writeHead(403).end('{}'));
  try {
    expect(
      await rolesOf(new ServiceApi([accounts.url], { token: 'a token', submission: 'none' })),
    ).toBeUndefined();
  } finally {
    await accounts.close();
  }
});

const node = (id: string, ...children: HierarchyNode[]): HierarchyNode => ({
  ...{ id, relationshipId: id, itemId: id, name: id, code: null, type: 'site' },
  ...{ isDefault: false, selectable: true, children },
});

it.each<[string, GivableRole['reaches'], string[]]>([
  ['everywhere', ['everywhere'], ['all']],
  ['one reach, topmost', [['quarry', 'north']], ['north']],
  ['two reaches that meet below', [['north', 'south'], ['quarry']], ['quarry']],
  ['reaches that do not meet', [['south'], ['quarry']], []],
  ['no reach at all', [[], 'everywhere'], []],
])('a role is given at the topmost places where all that it allows reaches: %s', (_, reaches, expected) => {
  const other = { id: 'other', name: 'Other', evm: false, reaches: [['south']] };
  const role = { ...other, id: 'role', reaches };
  const places = placesToGive([other, role], [node('all', node('north', node('quarry')), node('south'))]);
  expect(places.get(role)?.map(({ id }) => id)).toEqual(expected);
  expect(places.get(other)?.map(({ id }) => id)).toEqual(['south']);
});
