import { expect, it } from '@jest/globals';
import { WritersTurns } from './writers-turns.js';

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

it('503 with Retry-After: one more than 256 who wait, while another company goes on', async () => {
  const turns = new WritersTurns({ ofCompany: 1, ofAll: 8 });
  const { write } = writersOf(turns);
  const writers = Array.from({ length: 257 }, (_, index) => write(`${index}`));
  expect(turns.waiting).toBe(256);
  const refused = await write('one more').done.catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'unavailable', options: { headers: { 'retry-after': '2' } } });
  const other = write('other', 'b');
  other.end();
  expect(await other.done).toBe('other');
  for (const { end } of writers) end();
  expect(await Promise.all(writers.map(({ done }) => done))).toHaveLength(257);
  expect(turns.waiting).toBe(0);
});
