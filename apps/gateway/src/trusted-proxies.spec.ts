import { describe, expect, it } from '@jest/globals';
import { trustedProxiesSetting } from './trusted-proxies.js';

describe('TRUSTED_PROXIES', () => {
  it.each([
    [undefined, 0],
    ['0', 0],
    ['3', 3],
  ])('%s is so many proxies', (text, hops) => {
    expect(trustedProxiesSetting.parse(text)).toBe(hops);
  });

  it.each(['10.0.0.0/8', '10.1.2.3', '192.168.0.0/16, fd00::/8', '::1'])('%s is a list', (text) => {
    expect(trustedProxiesSetting.safeParse(text)).toMatchObject({
      success: true,
      data: { rules: expect.anything() },
    });
  });

  it.each([
    '11',
    '-1',
    '1.5',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.1,',
    '0.0.0.0/0',
    ' ',
  ])('%j is refused', (text) => {
    expect(trustedProxiesSetting.safeParse(text).success).toBe(false);
  });
});
