import { describe, expect, it } from '@jest/globals';
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
    [undefined, '::ffff:10.0.0.1', '10.0.0.1'],
    [undefined, undefined, 'unknown'],
  ])('X-Forwarded-For %s from %s: %s', (forwarded, peer, address) => {
    expect(from(forwarded, peer)).toBe(address);
  });

  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1234:56ff::1', '2001:0db8:1234:5600::/56'],
    ['2001:DB8::1', '2001:0db8:0000:0000::/56'],
    ['::1', '0000:0000:0000:0000::/56'],
    ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
    ['64:ff9b::192.0.2.1', '0064:ff9b:0000:0000::/56'],
    ['1:2:3:4:5:6:7:8', '0001:0002:0003:0000::/56'],
    ['unknown', 'unknown'],
  ])('%s is in the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
