import { describe, expect, it } from '@jest/globals';
import { claim, isClaimed } from './claim.js';

describe('claim', () => {
  it('is held by one at a time and can be taken again after its release', async () => {
    const name = `spec-${process.pid}`;
    const first = await claim(name);
    expect(first).toBeDefined();
    expect(await claim(name)).toBeUndefined();
    const uid = process.getuid?.() ?? 0;
    expect(await isClaimed(name, uid)).toBe(true);
    await first?.release();
    expect(await isClaimed(name, uid)).toBe(false);
    const again = await claim(name);
    expect(again).toBeDefined();
    await again?.release();
  });
});
