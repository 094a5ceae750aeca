import { expect, it } from '@jest/globals';
import { suiteUrl } from './demo-command.js';

it.each([
  [{}, 'http://localhost:8080'],
  [{ PORT: '9000' }, 'http://localhost:9000'],
  [{ PORT: '9000', AUTH_URL: 'https://id.example/' }, 'https://id.example'],
])('walks the suite of %j at %s', (env, url) => {
  expect(suiteUrl(env)).toBe(url);
});
