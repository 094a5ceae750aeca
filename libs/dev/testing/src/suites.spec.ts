import { expect, it } from '@jest/globals';
import { resourcePaths, suitesIn } from './suites.js';

const handlers = [
  ['get', '/notes'],
  ['post', '/notes'],
  ['get', '/notes/{id}'],
  ['post', '/notes/{id}/parts'],
  ['get', '/notes/{id}/parts/{partId}'],
  ['get', '/views/{id}'],
  ['get', '/events/{id}'],
  ['patch', '/events/{id}'],
  ['delete', '/marks/{id}'],
].map(([method, path]) => ({ method, path })) as Parameters<typeof resourcePaths>[0];

it('a resource is what is read by id and written, but for the parts of another', () => {
  expect(resourcePaths(handlers)).toEqual(['/events', '/notes']);
});

it('suites are found in what the compiler makes of a spec, for several paths too', () => {
  const source = `
describeResource(() => api, {
    path: '/notes',
});
describeLists(api, {
    path: ['/notes', '/notes/all'],
    lists: noteLists,
});
// describeResource of '/events' is another matter.
`;
  expect(suitesIn([source, ''])).toEqual({
    resources: new Set(['/notes']),
    lists: new Set(['/notes', '/notes/all']),
  });
});
