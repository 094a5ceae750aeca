import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Logger } from '@safety/platform';
import { PartitionTurns } from './partition-turns.js';

const MINUTE = 60_000;
const warnings: [table: unknown, message: string][] = [];
const logger = {
  warn: ({ table }: { table?: string }, message: string) => warnings.push([table, message]),
} as unknown as Logger;

class Turns extends PartitionTurns {
  count = 0;

  constructor(private readonly outcomes: (string | undefined)[]) {
    super(logger, { name: 'turns', table: 'things' });
  }

  async turn(): Promise<void> {
    const code = this.outcomes[this.count++];
    if (code) throw Object.assign(new Error('refused'), { code });
  }
}

beforeEach(() => {
  warnings.length = 0;
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

it('a turn that waits for others is tried again each minute until it is done, then each hour', async () => {
  const turns = new Turns(['55P03', '40P01']);
  await turns.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect(turns.count).toBe(2);
  const waits = ['things', 'turns: wait for others that hold the table, tried again in a minute'];
  expect(warnings).toEqual([waits, waits]);
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect(turns.count).toBe(3);
  await jest.advanceTimersByTimeAsync(57 * MINUTE);
  expect(turns.count).toBe(3);
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect([turns.count, warnings.length]).toEqual([4, 2]);
});

it('a turn that fails otherwise waits for the next hour', async () => {
  const turns = new Turns(['23514']);
  await turns.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(59 * MINUTE);
  expect([turns.count, warnings]).toEqual([1, [[undefined, 'turns: failed, will be tried again']]]);
});
