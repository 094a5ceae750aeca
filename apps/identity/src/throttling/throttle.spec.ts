import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type IdentityUnderTest, type Replica, startIdentity } from '../testing/identity-under-test.js';
import { type Limit, Throttle } from './throttle.js';

const limit = (most: number, key: string = randomUUID()): Limit => ({ key, most, windowSeconds: 60 });

describe('throttle', () => {
  let provider: IdentityUnderTest;
  let other: Replica;
  let throttle: Throttle;
  beforeAll(async () => {
    // A hundred wait for a connection, on a slow machine longer than requests may.
    provider = await startIdentity({ DATABASE_CONNECT_TIMEOUT_MS: '60000' });
    other = await provider.addReplica();
    throttle = provider.app.get(Throttle, { strict: false });
  });
  beforeEach(() => provider.query('TRUNCATE counters'));
  afterAll(() => provider.close());

  const counts = async (): Promise<number[]> =>
    (await provider.query<{ count: number }>('SELECT count FROM counters ORDER BY key')).map(
      ({ count }) => count,
    );
  const takeOften = async (times: number, limits: Limit[]): Promise<number> => {
    const throttles = [throttle, other.app.get(Throttle, { strict: false })];
    const answers = await Promise.all(
      Array.from({ length: times }, (_, number) => throttles[number % 2]?.take(limits)),
    );
    return answers.filter((answer) => answer?.admitted).length;
  };

  it.each([1, 7, 30])('of a hundred who come to two processes at once it lets %i through', async (most) => {
    expect(await takeOften(100, [limit(most)])).toBe(most);
    expect(await counts()).toEqual([most]);
  });

  it('counts for all limits or for none, in whichever order they are given', async () => {
    const [small, large] = [limit(10, 'b'), limit(1_000, 'a')];
    const admitted = await Promise.all([takeOften(50, [small, large]), takeOften(50, [large, small])]);
    expect(admitted[0] + admitted[1]).toBe(10);
    expect(await counts()).toEqual([10, 10]);
  });

  it('tells when to come back, and lets through again when the window is over', async () => {
    const one = limit(1);
    await throttle.take([one]);
    const refused = await throttle.take([one]);
    expect(refused).toEqual({ admitted: false, retryAfterSeconds: expect.any(Number) });
    if (refused.admitted) return;
    expect(refused.retryAfterSeconds).toBeGreaterThan(50);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    await provider.query("UPDATE counters SET expires_at = now() - interval '1 second'");
    expect((await throttle.take([one])).admitted).toBe(true);
  });

  it('gives back what was counted, also of many at once', async () => {
    const limits = [limit(20, 'b'), limit(20, 'a')];
    await throttle.take(limits);
    for (let rounds = 0; rounds < 5; rounds += 1)
      await Promise.all(
        Array.from({ length: 15 }, async () => {
          const taken = await throttle.take(limits);
          if (taken.admitted) await taken.giveBack();
        }),
      );
    expect(await counts()).toEqual([1, 1]);
  });

  it('gives back nothing of a window that came later', async () => {
    const one = limit(5);
    const taken = await throttle.take([one]);
    await provider.query("UPDATE counters SET expires_at = now() - interval '1 second'");
    await throttle.take([one]);
    if (taken.admitted) await taken.giveBack();
    expect(await counts()).toEqual([1]);
  });

  it('clears other counts with what it gives back, and leaves all others', async () => {
    const [own, all, other] = [limit(5, 'c'), limit(5, 'a'), limit(5, 'b')];
    await throttle.take([own, all, other]);
    const taken = await throttle.take([own, all]);
    if (taken.admitted) await taken.giveBack(own, limit(5, 'nobody counted'));
    expect(await provider.query('SELECT key, count FROM counters ORDER BY key')).toEqual([
      { key: 'a', count: 1 },
      { key: 'b', count: 1 },
    ]);
  });

  it('counts what waits when its turn comes, not what throws; what is refused does not wait', async () => {
    const one = limit(1);
    const turns: (() => void)[] = [];
    const waiting = Array.from({ length: 3 }, () =>
      throttle.takeInTurn<'done'>(
        [one],
        (work) => new Promise<void>((resolve) => turns.push(resolve)).then(work),
        async () => 'done',
      ),
    );
    while (turns.length < 3) await throttle.clear(limit(1));
    expect(await counts()).toEqual([]);
    for (const turn of turns) turn();
    const outcomes = await Promise.all(waiting);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);

    const notWaiting = await throttle.takeInTurn(
      [one],
      () => Promise.reject(new Error('It waits')),
      async () => 1,
    );
    expect(notWaiting).toMatchObject({ admitted: false });
    const another = limit(1);
    const failing = throttle.takeInTurn(
      [another],
      (work) => work(),
      () => Promise.reject(new Error('No')),
    );
    await expect(failing).rejects.toThrow('No');
    expect((await throttle.take([another])).admitted).toBe(true);
  });

  it('forgets what was counted under keys that begin alike', async () => {
    const begin = randomUUID();
    for (const key of [begin, `${begin}:a`, 'other']) await throttle.take([limit(5, key)]);
    await throttle.clearAll(begin);
    expect(await provider.query('SELECT key FROM counters')).toEqual([{ key: 'other' }]);
    await throttle.clear(limit(5, 'other'));
    expect(await counts()).toEqual([]);
  });
});
