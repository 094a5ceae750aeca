import { describe, expect, it } from '@jest/globals';
import { pageHeaders } from './page.js';

describe('the headers of a page', () => {
  it('a host can neither end a directive nor begin another policy (CSP 3, section 2.2.1)', () => {
    const strange = ['https://e.example;sandbox/', 'https://e.example,sandbox/'];
    const { 'content-security-policy': policy = '' } = pageHeaders('n', { frames: strange });
    expect(policy).not.toContain(',');
    const directives = policy.split('; ').map((directive) => directive.split(' '));
    expect(directives.map(([name]) => name)).toEqual([
      'default-src',
      'script-src',
      'style-src',
      'form-action',
      'frame-src',
      'frame-ancestors',
      'base-uri',
    ]);
    expect(policy).toContain('frame-src https://e.example%3Bsandbox https://e.example%2Csandbox;');
  });
});
