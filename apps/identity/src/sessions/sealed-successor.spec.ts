import { describe, expect, it } from '@jest/globals';
import { openSuccessor, sealSuccessor } from './sealed-successor.js';

describe('sealed successor', () => {
  it('opens with the token that it was sealed for, and with no other', () => {
    const sealed = sealSuccessor('a-token', 'its-successor');
    expect(openSuccessor('a-token', sealed)).toBe('its-successor');
    expect(() => openSuccessor('another-token', sealed)).toThrow();
    expect(sealed.includes('its-successor')).toBe(false);
  });

  it('does not open once it was changed', () => {
    const sealed = sealSuccessor('a-token', 'its-successor');
    sealed[sealed.length - 1] = Number(sealed.at(-1)) ^ 1;
    expect(() => openSuccessor('a-token', sealed)).toThrow();
  });
});
