import { expect, it } from '@jest/globals';
import { begun } from './grants.js';

it('a revocation waits for a second at most where the clock was set back by an hour', async () => {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  const startedAt = performance.now();
  await begun(inAnHour);
  expect(performance.now() - startedAt).toBeGreaterThan(900);
});
