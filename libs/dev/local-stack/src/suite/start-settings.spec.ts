import { describe, expect, it } from '@jest/globals';
import { SetupError } from '../setup-error.js';
import { startSettings } from './start-settings.js';

const demoOf = (DEMO: string) => startSettings({ DEMO }).demo;

describe('startSettings', () => {
  it('adds the demo on port 8080 of this machine by default, and for empty settings', () => {
    const usual = { port: 8080, host: '127.0.0.1', publicUrl: undefined, demo: true };
    expect(startSettings({})).toEqual(usual);
    expect(startSettings({ PORT: '', HOST: '', AUTH_URL: '', DEMO: '' })).toEqual(usual);
  });

  it('reads DEMO by the words that identity knows, and refuses others', () => {
    for (const word of ['0', 'no', 'off', 'False', 'disabled'])
      expect([word, demoOf(word)]).toEqual([word, false]);
    for (const word of ['1', 'yes', 'on', 'TRUE']) expect([word, demoOf(word)]).toEqual([word, true]);
    expect(() => demoOf('none')).toThrow(SetupError);
    expect(() => demoOf('none')).toThrow('DEMO is true or false, not none');
  });

  it('takes the final slash of AUTH_URL away', () => {
    expect(startSettings({ AUTH_URL: 'https://id.example/' }).publicUrl).toBe('https://id.example');
  });

  it.each(['0', '65536', 'http'])('refuses PORT=%s', (PORT) => {
    expect(() => startSettings({ PORT })).toThrow(`PORT is a number from 1 to 65535, not ${PORT}.`);
  });

  it('takes any HOST with AUTH_URL, and refuses one that localhost does not reach without it', () => {
    for (const HOST of ['localhost', '0.0.0.0', '::']) expect(startSettings({ HOST }).host).toBe(HOST);
    const HOST = 'x86_64-conda-linux-gnu';
    expect(() => startSettings({ HOST })).toThrow(`HOST is ${HOST}: unset it, `);
    expect(startSettings({ HOST, AUTH_URL: 'https://id.example' }).host).toBe(HOST);
  });
});
