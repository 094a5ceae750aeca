import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListQuery, SortTerm } from '@safety/contracts';
import type { TestDatabase } from '@safety/testing';
import { connected } from '@safety/testing';
import { Note, type Notes, note, notesDatabase, notesOptions, openNotes, wanting } from '../testing/notes.js';
import { CompanyRows } from './company-rows.js';

let database: TestDatabase;
let notes: Notes;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl);
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await database.drop();
});

const newCompany = () => ({ companyId: randomUUID(), userId: randomUUID() });
type Company = ReturnType<typeof newCompany>;

const within = <Result>(company: Company, work: () => Promise<Result>) =>
  notes.transactions.run(company.companyId, work);

const add = (company: Company, changes: Partial<Note> = {}) =>
  within(company, () => notes.rows.add(company, note(changes)));

const page = (company: Company, query: Partial<ListQuery> = {}) =>
  within(company, () =>
    notes.rows.page(company, { limit: 50, includeArchived: 'false', includeTotal: false, ...query }, []),
  );

async function allPages(company: Company, query: Partial<ListQuery>): Promise<Note[]> {
  const rows: Note[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next = await page(company, { ...query, ...(cursor && { cursor }) });
    rows.push(...next.data);
    cursor = next.page.nextCursor;
  }
  return rows;
}

type Sortable = string | number | boolean | Date | null;

/**
 * The documented order, said once more in JavaScript: no value comes last, `id` goes the way of the last
 * term.
 */
function compare(a: Note, b: Note, terms: SortTerm[]): number {
  for (const { key, descending } of [
    ...terms,
    { key: 'id', descending: terms.at(-1)?.descending ?? false },
  ]) {
    const [left, right] = [a, b].map((row) => row[key as keyof Note] as Sortable) as [Sortable, Sortable];
    if (left === null && right === null) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    if (left < right) return descending ? 1 : -1;
    if (left > right) return descending ? -1 : 1;
  }
  return 0;
}

describe('pages', () => {
  const company = newCompany();
  const rows: Note[] = [];

  beforeAll(async () => {
    const of = <Value>(values: Value[], index: number): Value => values[index % values.length] as Value;
    await within(company, async () => {
      for (let index = 0; index < 40; index++) {
        const added = await notes.rows.add(
          company,
          note({
            title: of(['a', 'b', 'b c', 'd'], index),
            priority: of([null, 1, 2, null, 1, 3, 3], index),
            due: of([null, '2026-01-01', '2026-02-01'], index),
            weight: of([0.1, null, 0.1 + 0.2, -5, 1e-300], index),
          }),
        );
        rows.push(added);
      }
    });
    await add(newCompany(), { title: 'of another company' });
  });

  it.each<[string, string]>([
    ['title', '1'],
    ['-title', '7'],
    ['priority', '1'],
    ['-priority', '3'],
    ['due', '7'],
    ['-due', '7'],
    ['weight', '3'],
    ['-weight', '7'],
    ['priority,due', '7'],
    ['priority,-due', '3'],
    ['-priority,due', '7'],
    ['-priority,-due', '1'],
    ['title,-priority,weight', '7'],
    ['createdAt', '7'],
    ['-modifiedAt', '7'],
    ['id', '7'],
    ['-priority,id', '7'],
  ])('sort=%s, %s a page: every row once, in order', async (sort, limit) => {
    const terms = sort
      .split(',')
      .map((term) => ({ key: term.replace('-', ''), descending: term.startsWith('-') }));
    const seen = await allPages(company, { sort: terms, limit: Number(limit) });
    const expected = [...rows].sort((a, b) => compare(a, b, terms));
    expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  it('counts when asked, on every page the same', async () => {
    const first = await page(company, { limit: 15, includeTotal: true });
    expect(first.page).toMatchObject({ totalCount: 40, hasMore: true, limit: 15 });
    const next = await page(company, { limit: 15, includeTotal: true, cursor: first.page.nextCursor ?? '' });
    expect(next.page.totalCount).toBe(40);
    expect((await page(company)).page).toMatchObject({ totalCount: null, hasMore: false, nextCursor: null });
  });

  it('counts 10,000 rows, and no more', async () => {
    const many = newCompany();
    const fill = (rows: number) =>
      connected(database.ownerUrl, (owner) =>
        owner.query(
          `INSERT INTO notes (company_id, id, title)
           SELECT $1, gen_random_uuid(), 'n' FROM generate_series(1, $2::int)`,
          [many.companyId, rows],
        ),
      );
    const totalCount = async () => (await page(many, { limit: 1, includeTotal: true })).page.totalCount;
    await fill(10_000);
    expect(await totalCount()).toBe(10_000);
    await fill(1);
    expect(await totalCount()).toBe(null);
  });

  it.each([
    ['%', 0],
    ['_', 0],
    ['\\', 0],
    ['B C', 10],
  ])('q=%s is text, not a pattern: %i rows', async (q, count) => {
    expect((await page(company, { q })).data).toHaveLength(count);
  });

  it('a cursor of another order or company does not fit', async () => {
    const { nextCursor } = (await page(company, { limit: 5 })).page;
    const cursor = nextCursor ?? '';
    await expect(page(company, { cursor, sort: [{ key: 'due', descending: false }] })).rejects.toMatchObject({
      code: 'invalid-cursor',
    });
    await expect(page(newCompany(), { cursor, limit: 5 })).rejects.toMatchObject({ code: 'invalid-cursor' });
  });

  it('rows added behind the cursor and removed before it move nothing', async () => {
    const mine = newCompany();
    for (const title of ['b', 'd', 'f', 'h']) await add(mine, { title });
    const first = await page(mine, { limit: 2 });
    await add(mine, { title: 'a' });
    await add(mine, { title: 'e' });
    await within(mine, () => notes.rows.archive(mine, first.data[0]?.id ?? '', undefined));
    const rest = await page(mine, { limit: 10, cursor: first.page.nextCursor ?? '' });
    expect(rest.data.map(({ title }) => title)).toEqual(['e', 'f', 'h']);
  });
});

describe('asOf', () => {
  it('is never after the time of a change that a reader could not see yet', async () => {
    const company = newCompany();
    const { id } = await add(company);
    const read = await connected(database.serviceUrl, async (slow) => {
      await slow.query(`BEGIN; SELECT set_config('app.company_id', '${company.companyId}', true)`);
      await slow.query("UPDATE notes SET title = 'late', modified_at = now() WHERE id = $1", [id]);
      // The reader's transaction begins after the writer's and ends before it.
      const first = await page(company);
      await slow.query('COMMIT');
      return first;
    });
    const polled = await page(company, { modifiedSince: read.page.asOf });
    expect(read.data.map(({ title }) => title)).toEqual(['A note']);
    expect(polled.data.map(({ title }) => title)).toEqual(['late']);
  });

  it('is that of the first page on all others, so that a row that changed behind them is not missed', async () => {
    const company = newCompany();
    for (const title of ['1', '2', '3']) await add(company, { title });
    const first = await page(company, { limit: 1 });
    const second = await page(company, { limit: 1, cursor: first.page.nextCursor ?? '' });
    const third = await page(company, { limit: 1, cursor: second.page.nextCursor ?? '' });
    const [asOf = 0, ...later] = [first, second, third].map(({ page: { asOf: at } }) => at.getTime());
    // Cursors keep whole seconds.
    expect(later).toEqual([Math.floor(asOf / 1000) * 1000, Math.floor(asOf / 1000) * 1000]);
  });

  it('with modifiedSince archived rows show too, in the order of their change', async () => {
    const company = newCompany();
    const [first, second] = [await add(company, { title: '1' }), await add(company, { title: '2' })];
    await within(company, () => notes.rows.archive(company, first.id, undefined));
    const archived = await within(company, () => notes.rows.get(company, first.id));
    const { data } = await page(company, { modifiedSince: second.modifiedAt });
    // Two changes may carry the same millisecond.
    const expected = [second, archived].sort((a, b) =>
      compare(a, b, [{ key: 'modifiedAt', descending: false }]),
    );
    expect(data).toEqual(expected);
  });
});

describe('changes', () => {
  it('that meet take turns: none is lost', async () => {
    const company = newCompany();
    const { id } = await add(company, { priority: 0 });
    const increment = () =>
      within(company, () =>
        notes.rows.change(company, id, wanting({}), {
          values: (_, { priority }) => ({ priority: (priority ?? 0) + 1 }),
        }),
      );
    await Promise.all(Array.from({ length: 8 }, increment));
    expect(await within(company, () => notes.rows.get(company, id))).toMatchObject({
      priority: 8,
      version: 9,
    });
  });

  it('that name the same version: one wins, the others get 412', async () => {
    const company = newCompany();
    const { id } = await add(company);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        within(company, () => notes.rows.change(company, id, wanting({ priority: index }, [1]))),
      ),
    );
    const refused = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => reason.code);
    expect(refused).toEqual(Array(5).fill('version-mismatch'));
  });

  it('move modifiedAt and say who made them', async () => {
    const company = newCompany();
    const added = await add(company);
    const other = { ...company, userId: randomUUID() };
    const changed = await within(company, () =>
      notes.rows.change(other, added.id, wanting({ title: 'new' }, [1])),
    );
    expect(changed).toMatchObject({
      version: 2,
      createdByUserId: company.userId,
      modifiedByUserId: other.userId,
    });
    expect(changed.modifiedAt.getTime()).toBeGreaterThanOrEqual(added.modifiedAt.getTime());
    expect(changed.createdAt).toEqual(added.createdAt);
  });

  it('move modifiedAt past that of the version before, whose transaction may have begun later', async () => {
    const company = newCompany();
    const { id } = await add(company);
    const change = () => notes.rows.change(company, id, wanting({}), { values: () => ({}) });
    await within(company, async () => {
      const waiting = await notes.rows.get(company, id);
      const passed = await within(company, change);
      const { modifiedAt } = await change();
      expect([waiting.version, passed.version]).toEqual([1, 2]);
      expect(modifiedAt.getTime()).toBe(passed.modifiedAt.getTime() + 1);
    });
  });

  it('leave the key of a row as it is, whatever the values hold', async () => {
    const company = newCompany();
    const { id } = await add(company);
    const key = { id: randomUUID(), companyId: randomUUID() };
    const changed = await within(company, () =>
      notes.rows.change(company, id, wanting({ ...key, title: 'changed' })),
    );
    expect(changed).toMatchObject({ id, companyId: company.companyId, title: 'changed' });
  });

  it('404 for a row of another company, whatever is tried', async () => {
    const [company, other] = [newCompany(), newCompany()];
    const { id } = await add(company);
    const attempts: (() => Promise<unknown>)[] = [
      () => notes.rows.get(other, id),
      () => notes.rows.change(other, id, wanting({ title: 'x' })),
      () => notes.rows.archive(other, id, undefined),
      () => notes.rows.restore(other, id, undefined),
    ];
    for (const attempt of attempts) {
      await expect(within(other, attempt)).rejects.toMatchObject({ code: 'not-found' });
    }
    expect(await within(other, () => notes.rows.archivedById(other, [id]))).toEqual(new Map());
  });

  it('409 on an archived row; archiving and restoring twice change nothing more', async () => {
    const company = newCompany();
    const { id } = await add(company);
    const get = () => within(company, () => notes.rows.get(company, id));
    await within(company, () => notes.rows.archive(company, id, [1]));
    expect(await get()).toMatchObject({ version: 2, archived: true, archivedByUserId: company.userId });
    await expect(
      within(company, () => notes.rows.change(company, id, wanting({ title: 'x' }, [2]))),
    ).rejects.toMatchObject({
      code: 'archived',
    });
    await within(company, () => notes.rows.archive(company, id, undefined));
    expect((await get()).version).toBe(2);
    const restored = await within(company, () => notes.rows.restore(company, id, [2]));
    expect(restored).toMatchObject({ version: 3, archived: false, archivedAt: null, archivedByUserId: null });
    expect((await within(company, () => notes.rows.restore(company, id, undefined))).version).toBe(3);
  });
});

describe('duplicates', () => {
  it('409 with the id of the other row: whatever the case of the code, an external id, an archived row', async () => {
    const company = newCompany();
    const { id } = await add(company, { code: 'ab', externalId: 'X' });
    await expect(add(company, { code: 'AB' })).rejects.toMatchObject({
      code: 'duplicate',
      options: { extensions: { conflictingId: id }, errors: [{ pointer: '/code', code: 'duplicate' }] },
    });
    await expect(add(company, { externalId: 'X' })).rejects.toMatchObject({
      options: { extensions: { conflictingId: id }, errors: [{ pointer: '/externalId' }] },
    });
    const other = await add(company, { code: 'cd' });
    await within(company, () => notes.rows.archive(company, id, undefined));
    await expect(
      within(company, () => notes.rows.change(company, other.id, wanting({ code: 'ab' }))),
    ).rejects.toMatchObject({ options: { extensions: { conflictingId: id } } });
  });

  it('a row that is archived for good gives its external id up, and 409 advises no restore', async () => {
    const company = newCompany();
    const rows = new CompanyRows(notes.source, Note, { ...notesOptions, archivedForGood: true });
    const { id } = await add(company, { code: 'ab', externalId: 'X' });
    await within(company, () => rows.archive(company, id, undefined));
    await expect(within(company, () => rows.add(company, note({ code: 'ab' })))).rejects.toMatchObject({
      message: 'Another note has the same code.',
      options: { extensions: { conflictingId: id } },
    });
    expect(await add(company, { externalId: 'X' })).toMatchObject({ externalId: 'X' });
  });

  it('409 on restore: an active row took the slug meanwhile; the row itself is not the other one', async () => {
    const company = newCompany();
    const old = await add(company, { slug: 'ab', externalId: 'old' });
    await within(company, () => notes.rows.archive(company, old.id, undefined));
    const active = await add(company, { slug: 'AB' });
    await expect(within(company, () => notes.rows.restore(company, old.id, undefined))).rejects.toMatchObject(
      { code: 'duplicate', options: { extensions: { conflictingId: active.id } } },
    );
    await within(company, () => notes.rows.change(company, active.id, wanting({ slug: 'other' })));
    expect(await within(company, () => notes.rows.restore(company, old.id, undefined))).toMatchObject({
      archived: false,
    });
  });

  it('an external id that differs in case alone is another one, and no conflict', async () => {
    const company = newCompany();
    await add(company, { externalId: 'abc' });
    const other = await add(company, { externalId: 'ABC' });
    await expect(add(company, { externalId: 'ABC' })).rejects.toMatchObject({
      options: { extensions: { conflictingId: other.id } },
    });
  });

  it('of another company do not count', async () => {
    await add(newCompany(), { code: 'same', externalId: 'same' });
    expect(await add(newCompany(), { code: 'same', externalId: 'same' })).toMatchObject({ code: 'same' });
  });

  it('made at the same moment: one is added', async () => {
    const company = newCompany();
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => add(company, { code: 'x' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const added = outcomes.find((outcome) => outcome.status === 'fulfilled');
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const { code, options } of reasons) {
      expect({ code, other: options.extensions.conflictingId }).toEqual({
        code: 'duplicate',
        other: added?.value.id,
      });
    }
  });

  it('leave the transaction usable', async () => {
    const company = newCompany();
    await add(company, { code: 'x' });
    const after = await within(company, async () => {
      await notes.rows.add(company, note({ code: 'x' })).catch(() => undefined);
      return notes.rows.add(company, note({ code: 'y' }));
    });
    expect((await within(company, () => notes.rows.get(company, after.id))).code).toBe('y');
  });
});

it('422 for a reference to nothing and to a row of another company', async () => {
  const theirs = await add(newCompany());
  for (const parentId of [randomUUID(), theirs.id]) {
    await expect(add(newCompany(), { parentId })).rejects.toMatchObject({
      code: 'validation-failed',
      options: { errors: [{ pointer: '/parentId', code: 'not-found' }] },
    });
  }
});
