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
  const { begun, write } = writersOf(new WritersTurns());
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
