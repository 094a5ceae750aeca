import { describe, expect, it } from '@jest/globals';
import { amrOf, passwordStep } from './steps.js';

describe('amr (RFC 8176 section 2)', () => {
  it('names each step that was taken, and says when there was more than one', () => {
    expect(amrOf([passwordStep])).toEqual(['pwd']);
    expect(amrOf([passwordStep, { amr: 'otp' }])).toEqual(['pwd', 'otp', 'mfa']);
  });
});
