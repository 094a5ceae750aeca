import { describe, expect, it } from '@jest/globals';
import type { ProblemError } from '@safety/platform';
import { ConcurrencyLimit } from './concurrency-limit.js';

const retryAfterOf = (refusal: ProblemError) => refusal.options.headers?.['retry-after'];

describe('a concurrency limit', () => {
  it('lets so many through at once, so many wait in turn, and turns the rest away', async () => {
    const limit = new ConcurrencyLimit(1, 2);
    const order: number[] = [];
    let open = (): void => undefined;
    const first = limit.run(() => new Promise<void>((resolve) => (open = resolve)));
    const second = limit.run(async () => void order.push(2));
    const third = limit.run(async () => void order.push(3));
    await expect(limit.run(async () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
    open();
    await Promise.all([first, second, third]);
    expect(order).toEqual([2, 3]);
    await expect(limit.run(async () => 4)).resolves.toBe(4);
  });

  it('spreads over four seconds when those come again whom it turns away at one time', async () => {
    const limit = new ConcurrencyLimit(1, 0);
    let open = (): void => undefined;
    const first = limit.run(() => new Promise<void>((resolve) => (open = resolve)));
    const refused = await Promise.allSettled(
      Array.from({ length: 200 }, () => limit.run(async () => undefined)),
    );
    open();
    await first;
    const seconds = refused.map((one) => one.status === 'rejected' && retryAfterOf(one.reason));
    expect([...new Set(seconds)].sort()).toEqual(['1', '2', '3', '4']);
  });

  it('gives others a turn of every four, however much preferred work waits', async () => {
    const limit = new ConcurrencyLimit(1, 100, 1_000);
    const order: string[] = [];
    let open = (): void => undefined;
    const first = limit.run(() => new Promise<void>((resolve) => (open = resolve)));
    const known = Array.from({ length: 12 }, () => limit.run(async () => void order.push('known'), true));
    const fresh = Array.from({ length: 3 }, () => limit.run(async () => void order.push('new')));
    open();
    await Promise.all([first, ...known, ...fresh]);
    const turns = ['known', 'known', 'known', 'new'];
    expect(order).toEqual([...turns, ...turns, ...turns, 'known', 'known', 'known']);
  });

  it('turns no new device away because known ones fill their queue', async () => {
    let clock = 0;
    const limit = new ConcurrencyLimit(1, 100, 1_000, () => clock);
    for (let worked = 0; worked < 50; worked++)
      await limit.run(async () => {
        clock += 100;
      });
    let open = (): void => undefined;
    const first = limit.run(() => new Promise<void>((resolve) => (open = resolve)));
    const known = Array.from({ length: 9 }, () => limit.run(async () => undefined, true));
    await expect(Promise.race([limit.run(async () => 'new'), Promise.resolve('waits')])).resolves.toBe(
      'waits',
    );
    open();
    await Promise.all([first, ...known]);
  });

  it('lets the next one through after a failure', async () => {
    const limit = new ConcurrencyLimit(1, 1);
    await expect(limit.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(limit.run(async () => 1)).resolves.toBe(1);
  });

  it('turns away at once who would wait too long, by what the work took before', async () => {
    let clock = 0;
    const limit = new ConcurrencyLimit(1, 100, 1_000, () => clock);
    for (let worked = 0; worked < 50; worked++) {
      await limit.run(async () => {
        clock += 400;
      });
    }
    let open = (): void => undefined;
    const first = limit.run(() => new Promise<void>((resolve) => (open = resolve)));
    const second = limit.run(async () => 2);
    const third = limit.run(async () => 3);
    await expect(limit.run(async () => 4)).rejects.toMatchObject({ code: 'unavailable' });
    const preferred = limit.run(async () => 5, true);
    open();
    expect(await Promise.all([first, second, third, preferred])).toEqual([undefined, 2, 3, 5]);
  });

  it('turns away whose turn comes too late, which no earlier work told, and lets the next one through', async () => {
    let clock = 0;
    const limit = new ConcurrencyLimit(1, 100, 1_000, () => clock);
    const slow = async () => {
      await Promise.resolve();
      clock += 700;
    };
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => limit.run(slow)));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    await expect(limit.run(async () => 5)).resolves.toBe(5);
  });

  it('does not turn anybody away because the first work was slow', async () => {
    let clock = 0;
    const limit = new ConcurrencyLimit(1, 100, 1_000, () => clock);
    await limit.run(async () => {
      clock += 900;
    });
    await expect(
      Promise.all(Array.from({ length: 8 }, () => limit.run(async () => 1))),
    ).resolves.toHaveLength(8);
  });
});
