import { describe, expect, it } from '@jest/globals';
import { recordedNetwork } from '@safety/platform';
import { clientAddress, networkOf } from './client-address.js';

const from = (forwarded: string | undefined, remoteAddress: string | undefined): string =>
  clientAddress({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } });

describe('client address', () => {
  it.each([
    ['203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['203.0.113.9, 10.1.1.1', '10.0.0.1', '203.0.113.9'],
    ['2001:db8::9', '10.0.0.1', '2001:db8::9'],
    ['unknown', '10.0.0.1', '10.0.0.1'],
    ['::ffff:203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['::ffff:cb00:7109', '10.0.0.1', '203.0.113.9'],
    [undefined, '::ffff:10.0.0.1', '10.0.0.1'],
    [undefined, undefined, 'unknown'],
  ])('X-Forwarded-For %s from %s: %s', (forwarded, peer, address) => {
    expect(from(forwarded, peer)).toBe(address);
  });

  it.each([
    ['203.0.113.9', '203.0.113.0/24', '203.0.113.0/24'],
    ['2001:db8:1234:56ff::1', '2001:0db8:1234:5600::/56', '2001:0db8:1234:56ff::/64'],
    ['unknown', 'unknown', 'unknown'],
  ])('%s counts in the network %s, and is recorded by %s', (address, counted, recorded) => {
    expect([networkOf(address), recordedNetwork(address)]).toEqual([counted, recorded]);
  });
});
