import { describe, expect, it } from '@jest/globals';
import { CONNECTIONS_TO_PROCESS } from '@safety/contracts';
import { WritersTurns } from './writers-turns.js';

/** Of what concerns those alone who wait. */
function unexpected(): never {
  throw new Error('nobody waits');
}

/** Writers who end when they are told to, and what has begun. */
function writersOf(turns: WritersTurns) {
  const begun: string[] = [];
  const write = (name: string, companyId = 'a') => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const done = turns.take(companyId, () => {
      begun.push(name);
      return promise;
    });
    return { done, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { begun, write };
}

it('writers of one company follow each other, also behind one that fails; others wait for nobody', async () => {
  const { begun, write } = writersOf(new WritersTurns({ ofCompany: 1, ofAll: 8 }));
  const [first, second, third] = [write('1'), write('2'), write('3')];
  const other = write('other', 'b');
  expect(begun).toEqual(['1', 'other']);
  first.fail();
  await expect(first.done).rejects.toThrow('1');
  second.end();
  await expect(second.done).resolves.toBe('2');
  expect(begun).toEqual(['1', 'other', '2']);
  third.end();
  await expect(third.done).resolves.toBe('3');
  other.end();
  await other.done;
  const last = write('4');
  expect(begun.at(-1)).toBe('4');
  last.end();
  await last.done;
});

it('as many write as have a place, and the companies that wait are called in turn', async () => {
  const { begun, write } = writersOf(new WritersTurns({ ofCompany: 2, ofAll: 3 }));
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
  const writers = new Map(names.map((name) => [name, write(name, name.slice(0, 1))]));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const name of begun) {
    writers.get(name)?.end();
    await writers.get(name)?.done;
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4']);
});

it('503 with Retry-After: one more than may wait of the company, or of all', async () => {
  const turns = new WritersTurns({ ofCompany: 1, ofAll: 8 });
  const { write } = writersOf(turns);
  const tooMany = { code: 'unavailable', options: { headers: { 'retry-after': '2' } } };
  const writersIn = (companyId: string, count: number) =>
    Array.from({ length: count }, (_, index) => write(`${companyId}${index}`, companyId));
  const writers = [
    ...writersIn('a', CONNECTIONS_TO_PROCESS / 2 + 1),
    ...writersIn('b', CONNECTIONS_TO_PROCESS / 4 + 1),
  ];
  expect(turns.waiting).toBe((3 / 4) * CONNECTIONS_TO_PROCESS);
  // Six find a slot, and the others are the first of their company to wait.
  const first = Array.from({ length: 6 + CONNECTIONS_TO_PROCESS / 8 }, (_, index) =>
    write('first', `c${index}`),
  );
  for (const companyId of ['a', 'b', 'c9', 'd'])
    await expect(write('one more', companyId).done).rejects.toMatchObject(tooMany);
  const all = [...writers, ...first];
  for (const { end } of all) end();
  expect(await Promise.all(all.map(({ done }) => done))).toHaveLength(all.length);
  expect(turns.waiting).toBe(0);
});

describe('a writer who waits', () => {
  const waiting = (checkAgain: () => Promise<unknown>) => {
    const turns = new WritersTurns({ ofCompany: 1, ofAll: 8 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const first = turns.take('a', () => held, { gone: unexpected, checkAgain: unexpected });
    const begun: string[] = [];
    const going = new AbortController();
    const writer = { gone: () => going.signal, checkAgain };
    const done = turns.take('a', async () => void begun.push('second'), writer);
    const third = turns.take('a', async () => void begun.push('third'));
    return { turns, first, release, going, done, third, begun };
  };

  it('writes nothing when nobody waits any more while it is judged', async () => {
    const judged = Promise.withResolvers<void>();
    const { first, release, going, done, third, begun } = waiting(() => judged.promise);
    release();
    await first;
    going.abort();
    judged.resolve();
    await expect(done).rejects.toMatchObject({ code: 'unavailable' });
    await third;
    expect(begun).toEqual(['third']);
  });

  it('leaves the line when nobody waits for the answer any more', async () => {
    const { turns, first, release, going, done, third, begun } = waiting(unexpected);
    expect(turns.waiting).toBe(2);
    going.abort();
    await expect(done).rejects.toMatchObject({ code: 'unavailable' });
    expect(turns.waiting).toBe(1);
    release();
    await Promise.all([first, third]);
    expect(begun).toEqual(['third']);
  });

  it('is judged again before the write, and holds up nobody when that refuses', async () => {
    const { first, release, done, third, begun } = waiting(() => Promise.reject(new Error('not any more')));
    release();
    await expect(done).rejects.toThrow('not any more');
    await Promise.all([first, third]);
    expect(begun).toEqual(['third']);
  });
});
