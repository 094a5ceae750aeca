import { expect, it } from '@jest/globals';
import { withParameters } from './with-parameters.js';

const ADDED = 'state=x%26y&code=1';

it.each([
  ['https://app.example', `https://app.example?${ADDED}`],
  ['https://app.example/cb', `https://app.example/cb?${ADDED}`],
  ['https://app.example/cb?', `https://app.example/cb?${ADDED}`],
  ['https://app.example/cb?flag', `https://app.example/cb?flag&${ADDED}`],
  ['https://app.example/cb?a=1&', `https://app.example/cb?a=1&${ADDED}`],
  ['https://app.example/?/oidc/callback', `https://app.example/?/oidc/callback&${ADDED}`],
  ['https://app.example/?next=/a/b~c?d', `https://app.example/?next=/a/b~c?d&${ADDED}`],
  ['https://app.example/?code=zz&a=%2f&st%61te', `https://app.example/?a=%2f&${ADDED}`],
  ['com.example.app:/cb?codes=1', `com.example.app:/cb?codes=1&${ADDED}`],
])('parameters come after the query that %s has', (address, expected) =>
  expect(withParameters(address, { state: 'x&y', code: '1' })).toBe(expected),
);

it('an address without any stays as it is', () =>
  expect(withParameters('https://app.example/?a&', {})).toBe('https://app.example/?a&'));
