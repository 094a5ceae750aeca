import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Suite, startSuite } from '@safety/local-stack';
import { runJourney } from './journey.js';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite({
    env: { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'error' },
  });
}, 120_000);

afterAll(() => suite.stop());

describe('the suite', () => {
  it('does the main job of an integrator end to end', async () => {
    const lines: string[] = [];
    await runJourney({ url: suite.url, report: (line) => void lines.push(line) });
    expect(lines.at(-1)).toBe('Done: every step answered as it should.');
    expect(lines.join('\n')).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });
});
