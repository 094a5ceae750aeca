import { describe, expect, it } from '@jest/globals';
import { deviceOf } from './device.js';

const known: { device: object; userAgent: string }[] = [
  {
    device: { browser: 'Chrome', system: 'Windows' },
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  },
  {
    device: { browser: 'Microsoft Edge', system: 'Windows' },
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  },
  {
    device: { browser: 'Safari', system: 'iOS' },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
  {
    device: { browser: 'Firefox', system: 'Linux' },
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
];

describe('device', () => {
  it.each(known)('$device', ({ device, userAgent }) => {
    expect(deviceOf(userAgent)).toEqual(device);
  });

  it.each([null, '', '\u0000', '<script>'.repeat(60)])('nothing known about %j', (userAgent) => {
    expect(deviceOf(userAgent).system).toBeUndefined();
  });
});
