import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CompanyContext } from '@safety/contracts';
import { ProblemError } from '@safety/platform';
import type { TestDatabase } from '@safety/testing';
import { CompanyRows } from '../rows/company-rows.js';
import { equal } from '../rows/sql.js';
import { Note, type Notes, note, notesDatabase, notesOptions, openNotes, wanting } from '../testing/notes.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import { ResourceService, type WritingVerb } from './resource-service.js';
import { Views } from './views.js';

interface NoteView {
  id: string;
  shown: string;
}

class NoteViews extends Views<Note, NoteView> {
  async of(_: CompanyContext, rows: readonly Note[]): Promise<NoteView[]> {
    return rows.map(({ id, title }) => ({ id, shown: title.toUpperCase() }));
  }
}

/** Notes that end with an exclamation mark, and of which one called "kept" is never archived. */
class NotesService extends ResourceService<Note, NoteView, Partial<Note>> {
  async add(company: CompanyContext, body: Partial<Note>): Promise<NoteView> {
    return this.views.one(company, await this.rows.add(company, note(body)));
  }

  protected override values(_: CompanyContext, { title }: Partial<Note>): Partial<Note> {
    return { title: `${title}!` };
  }

  protected override authorise(_: CompanyContext, { title }: Note, verb: WritingVerb): void {
    if (verb === 'archive' && title === 'kept') throw new ProblemError('in-use', { detail: 'Is kept.' });
  }
}

let database: TestDatabase;
let notes: Notes;
const written: [after: string, before: string | undefined][] = [];

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl);
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await database.drop();
});

const newCompany = () => ({ companyId: randomUUID(), userId: randomUUID() }) as CompanyContext;

function within<Result>(
  { companyId }: CompanyContext,
  work: (service: NotesService, rows: CompanyRows<Note>) => Promise<Result>,
): Promise<Result> {
  const rows = new CompanyRows<Note, CompanyActor>(notes.source, Note, {
    ...notesOptions,
    written: (_, after, before) => void written.push([(after as Note).title, (before as Note)?.title]),
  });
  return notes.transactions.run(companyId, () => work(new NotesService(rows, new NoteViews()), rows));
}

const query = { limit: 50, includeArchived: 'false', includeTotal: false } as const;

it('answers each verb with a view, under the rules of the resource', async () => {
  const company = newCompany();
  const { id } = await within(company, (service) => service.add(company, { title: 'first' }));
  const changed = await within(company, (service) => service.change(company, id, wanting({ title: 'new' })));
  expect(changed).toEqual({ id, shown: 'NEW!' });
  expect(await within(company, (service) => service.get(company, id))).toEqual({ id, shown: 'NEW!' });
  await within(company, (service) => service.archive(company, id, undefined));
  const restored = await within(company, (service) => service.restore(company, id, undefined));
  expect(restored).toEqual({ id, shown: 'NEW!' });
  const { data } = await within(company, (service) => service.page(company, query));
  expect(data).toEqual([{ id, shown: 'NEW!' }]);
});

it('refuses by `authorise`, for the verb that it names', async () => {
  const company = newCompany();
  const { id } = await within(company, (service) => service.add(company, { title: 'kept' }));
  await expect(within(company, (service) => service.archive(company, id, undefined))).rejects.toThrow(
    'Is kept.',
  );
  await within(company, (service) => service.change(company, id, wanting({ title: 'kept' })));
});

it('lists by the declared filters that a query gives', async () => {
  const company = newCompany();
  for (const priority of [1, 2, 3])
    await within(company, (service) => service.add(company, { title: `of ${priority}`, priority }));
  const shown = async (filter: object) =>
    (await within(company, (service) => service.page(company, { ...query, ...filter }))).data.map(
      (view) => view.shown,
    );
  expect(await shown({ priority: [1, 3] })).toEqual(['OF 1', 'OF 3']);
  expect(await shown({ priority: 2 })).toEqual(['OF 2']);
  expect(await shown({})).toHaveLength(3);
});

it('calls `written` for each write, with the row before and after', async () => {
  const company = newCompany();
  written.length = 0;
  const { id } = await within(company, (service) => service.add(company, { title: 'one' }));
  await within(company, (service) => service.change(company, id, wanting({ title: 'two' })));
  expect(written).toEqual([
    ['one', undefined],
    ['two!', 'one'],
  ]);
});

it('gives figures of the rows of the company alone, for each value', async () => {
  const [company, other] = [newCompany(), newCompany()];
  for (const [owner, priority] of [
    [company, 1],
    [company, 1],
    [company, 2],
    [other, 1],
  ] as const)
    await within(owner, (service) => service.add(owner, { title: 'a note', priority }));
  const figures = await within(company, (_, rows) =>
    rows.figures<{ rows: number }>(company, {
      per: 'title',
      among: ['a note', 'none'],
      where: [equal('priority', 1)],
      sql: { rows: 'count(*)::int' },
    }),
  );
  expect([...figures]).toEqual([['a note', { rows: 2 }]]);
});
