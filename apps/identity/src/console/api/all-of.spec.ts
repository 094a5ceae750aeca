import { expect, it } from '@jest/globals';
import { listen } from '@safety/testing';
import { allOf } from './all-of.js';
import { ServiceApi } from './service-api.js';

it('all rows of a list are read page by page, with the same filter', async () => {
  const asked: unknown[] = [];
  const service = await listen(({ url }, response) => {
    const query = new URL(url ?? '', 'http://service').searchParams;
    asked.push(query.get('eventManagerOnly'));
    const [row, nextCursor] = query.has('cursor') ? ['second', null] : ['first', 'next'];
    response.end(JSON.stringify({ data: [row], page: { hasMore: nextCursor !== null, nextCursor } }));
  });
  try {
    const api = new ServiceApi([service.url], { token: 'a token', submission: 'a form' });
    expect(await allOf(api, '/users', { eventManagerOnly: true })).toEqual(['first', 'second']);
    expect(asked).toEqual(['true', 'true']);
  } finally {
    await service.close();
  }
});
