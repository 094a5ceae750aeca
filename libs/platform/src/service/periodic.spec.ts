import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Logger } from 'pino';
import { Periodic } from './periodic.js';

const warnings: string[] = [];
const logger = { warn: (_: object, message: string) => warnings.push(message) } as unknown as Logger;

class Counting extends Periodic {
  runs = 0;
  outcome: () => Promise<unknown> = () => Promise.resolve();

  protected work(): Promise<unknown> {
    this.runs += 1;
    return this.outcome();
  }

  isToEnd(): boolean {
    return this.isStopping;
  }

  repeatSoon(): void {
    this.repeatAfter(100);
  }
}

const counting = (atStart = false) => new Counting(logger, { name: 'counting', everyMs: 1_000, atStart });

beforeEach(() => {
  warnings.length = 0;
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

it('repeats its work, at the start when told so', async () => {
  const [later, atStart] = [counting(), counting(true)];
  await Promise.all([later.onApplicationBootstrap(), atStart.onApplicationBootstrap()]);
  expect([later.runs, atStart.runs]).toEqual([0, 1]);
  await jest.advanceTimersByTimeAsync(3_000);
  expect([later.runs, atStart.runs]).toEqual([3, 4]);
});

it('goes on after a run that failed, and says so', async () => {
  const periodic = counting(true);
  periodic.outcome = () => Promise.reject(new Error('no database'));
  await periodic.onApplicationBootstrap();
  periodic.outcome = () => Promise.resolve();
  await jest.advanceTimersByTimeAsync(1_000);
  expect([periodic.runs, warnings]).toEqual([2, ['counting: failed, will be tried again']]);
});

it('runs once more, sooner than the next period, when its work asks for it', async () => {
  const periodic = counting(true);
  periodic.outcome = async () => periodic.repeatSoon();
  await periodic.onApplicationBootstrap();
  periodic.outcome = () => Promise.resolve();
  await jest.advanceTimersByTimeAsync(999);
  expect(periodic.runs).toBe(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(periodic.runs).toBe(3);
});

it('a run that is asked for does not begin once the shutdown has', async () => {
  const periodic = counting(true);
  periodic.outcome = async () => periodic.repeatSoon();
  await periodic.onApplicationBootstrap();
  await periodic.beforeApplicationShutdown();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(periodic.runs).toBe(1);
});

it('begins no run while one is under way', async () => {
  const periodic = counting();
  const { promise, resolve } = Promise.withResolvers<void>();
  periodic.outcome = () => promise;
  await periodic.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(periodic.runs).toBe(1);
  resolve();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(periodic.runs).toBe(2);
});

it('the shutdown waits for the run under way and begins no other', async () => {
  const periodic = counting();
  const { promise, resolve } = Promise.withResolvers<void>();
  periodic.outcome = () => promise;
  await periodic.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(3_000);
  let stopped = false;
  const stopping = periodic.beforeApplicationShutdown().then(() => {
    stopped = true;
  });
  await jest.advanceTimersByTimeAsync(5_000);
  expect([stopped, periodic.runs]).toEqual([false, 1]);
  resolve();
  await stopping;
  expect(periodic.runs).toBe(1);
});

it('tells a run of many parts of the shutdown, which waits for the part under way alone', async () => {
  const periodic = counting();
  let parts = 0;
  periodic.outcome = async () => {
    do {
      parts += 1;
      await Promise.resolve();
    } while (!periodic.isToEnd() && parts < 1_000_000);
  };
  await periodic.onApplicationBootstrap();
  jest.advanceTimersByTime(1_000);
  await periodic.beforeApplicationShutdown();
  expect(parts).toBe(1);
});
