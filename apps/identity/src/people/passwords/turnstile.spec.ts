import { describe, expect, it } from '@jest/globals';
import { Turnstile } from './turnstile.js';

describe('turnstile', () => {
  it('lets so many through at once, so many wait in turn, and turns the rest away', async () => {
    const turnstile = new Turnstile(1, 2);
    const order: number[] = [];
    let open = (): void => undefined;
    const first = turnstile.pass(() => new Promise<void>((resolve) => (open = resolve)));
    const second = turnstile.pass(async () => void order.push(2));
    const third = turnstile.pass(async () => void order.push(3));
    await expect(turnstile.pass(async () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
    open();
    await Promise.all([first, second, third]);
    expect(order).toEqual([2, 3]);
    await expect(turnstile.pass(async () => 4)).resolves.toBe(4);
  });

  it('lets the next one through after a failure', async () => {
    const turnstile = new Turnstile(1, 1);
    await expect(turnstile.pass(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(turnstile.pass(async () => 1)).resolves.toBe(1);
  });

  it('turns away at once who would wait too long, by what the work took before', async () => {
    let clock = 0;
    const turnstile = new Turnstile(1, 100, 1_000, () => clock);
    for (let worked = 0; worked < 50; worked++) {
      await turnstile.pass(async () => {
        clock += 400;
      });
    }
    let open = (): void => undefined;
    const first = turnstile.pass(() => new Promise<void>((resolve) => (open = resolve)));
    const second = turnstile.pass(async () => 2);
    const third = turnstile.pass(async () => 3);
    await expect(turnstile.pass(async () => 4)).rejects.toMatchObject({ code: 'unavailable' });
    const preferred = turnstile.pass(async () => 5, true);
    open();
    expect(await Promise.all([first, second, third, preferred])).toEqual([undefined, 2, 3, 5]);
  });

  it('does not turn anybody away because the first work was slow', async () => {
    let clock = 0;
    const turnstile = new Turnstile(1, 100, 1_000, () => clock);
    await turnstile.pass(async () => {
      clock += 900;
    });
    await expect(
      Promise.all(Array.from({ length: 8 }, () => turnstile.pass(async () => 1))),
    ).resolves.toHaveLength(8);
  });
});
