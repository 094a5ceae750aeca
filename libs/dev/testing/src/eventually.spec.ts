import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';

describe('eventually', () => {
  it('resolves with what the first check that does not throw yields', async () => {
    let checks = 0;
    const result = await eventually(() => {
      checks++;
      if (checks < 3) throw new Error('not yet');
      return checks;
    });
    expect(result).toBe(3);
  });
});
