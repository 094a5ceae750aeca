import { expect, it } from '@jest/globals';
import type { TestCaller } from '../api.js';
import type { DeclaredList } from '../declared-rows.js';

/** A walk, what an index found, and a page of each; a look through the whole company is far beyond. */
export const MOST_READ = 5000;
/** Of a page that reads no more than its own rows, archived or not. */
export const MOST_OF_A_PAGE = 1000;

interface HalfOptions {
  address: string;
  lists: DeclaredList;
  queries: Readonly<Record<string, readonly string[]>>;
  /** A caller who sees the org structure of half of the rows alone, where other values are frequent. */
  reader(): Promise<TestCaller>;
  /** How many rows PostgreSQL reads for a query. */
  read(query: string, reader: TestCaller): Promise<number>;
  /** How many rows there have one of these values. */
  countAt(of: { property: string; values: readonly string[] }): Promise<number>;
}

/** Where a list finds values at org structures. */
export function describeHalfInSight({ address, lists, queries, reader, read, countAt }: HalfOptions): void {
  const { atPlaces, sorts, sets = [] } = lists;
  if (!atPlaces) return;

  it.each(
    Object.entries(queries)
      .filter(([name]) => name === atPlaces.place || atPlaces.values.includes(name))
      .flatMap(([name, ofName]) => ofName.map((query) => [query, name])),
  )('%s for a caller who sees the half of the rows where others are frequent', async (query, name) => {
    const half = await reader();
    expect((await half.get(`${address}?limit=20`)).body.data).toHaveLength(20);
    expect(await read(`limit=20&${query}`, half)).toBeLessThan(MOST_READ);
    const [parameter, value = ''] = [...new URLSearchParams(query)][0] ?? [];
    // Others, such as the band of a score, say the value in words of their own.
    if (parameter !== name && !sets.includes(name)) return;
    const { data, page } = (await half.get(`${address}?limit=20&includeTotal=true&${query}`)).body;
    const count = await countAt({ property: name, values: value.split(',') });
    expect([data.length, page.totalCount]).toEqual([Math.min(20, count), count]);
  });

  it('rows that are named, each once, for such a caller', async () => {
    const half = await reader();
    const [one, other] = (await half.get(`${address}?limit=2&fields=id`)).body.data;
    const query = `ids=${one.id},${other.id},${one.id}&includeTotal=true`;
    const { data, page } = (await half.get(`${address}?${query}`)).body;
    const ids = data.map(({ id }: { id: string }) => id).sort();
    expect([ids, page.totalCount]).toEqual([[one.id, other.id].sort(), 2]);
    expect(await read(query, half)).toBeLessThan(MOST_OF_A_PAGE);
  });

  it('each row once in an order of two keys, for such a caller', async () => {
    const half = await reader();
    const order = `limit=20&sort=${[...sorts, 'modifiedAt'].slice(0, 2).join(',-')}`;
    const first = (await half.get(`${address}?${order}`)).body;
    const second = (await half.get(`${address}?${order}&cursor=${first.page.nextCursor}`)).body;
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(40);
  });
}
