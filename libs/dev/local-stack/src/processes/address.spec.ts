import { expect, it } from '@jest/globals';
import { localAddress } from './address.js';

it.each([
  [undefined, 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['::1', 'http://[::1]:8080'],
  ['192.0.2.7', 'http://192.0.2.7:8080'],
  ['localhost', 'http://localhost:8080'],
])('finds a service that listens on %s at %s', (host, expected) => {
  expect(localAddress(8080, host)).toBe(expected);
});
