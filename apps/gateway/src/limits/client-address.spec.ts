import { describe, expect, it } from '@jest/globals';
import { countedAs } from './client-address.js';

describe('an address as limits count it', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:5678', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:5678', '203.0.113.9'],
    ['2001:db8:0:1ff::1', '2001:0db8:0000:0100::/56'],
    ['2001:db8:0:100::1', '2001:0db8:0000:0100::/56'],
    ['2001:db8:0:200::1', '2001:0db8:0000:0200::/56'],
    ['[2001:db8::1]', '2001:0db8:0000:0000::/56'],
    ['[2001:DB8::1]:5678', '2001:0db8:0000:0000::/56'],
    ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
    ['unknown', 'unknown'],
    ['203.0.113.9:x', '203.0.113.9:x'],
    ['[nonsense]:1', '[nonsense]:1'],
  ])('%s is %s', (address, expected) => {
    expect(countedAs(address)).toBe(expected);
  });
});
