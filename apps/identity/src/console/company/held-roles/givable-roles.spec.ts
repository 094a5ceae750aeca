import { expect, it } from '@jest/globals';
import { listen } from '@safety/testing';
import { ServiceApi } from '../../api/service-api.js';
import { rolesOf } from './givable-roles.js';

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
