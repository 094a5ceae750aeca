import { describe, expect, it } from '@jest/globals';
import { type Answer, type Random, randomBy, type TestApi, type TestCaller } from '@safety/testing';
import { addCompany, addMember, type TestPlace } from './hazards-under-test.js';

const WRITES = 200;
const MOST_ROWS = 6;
const REVISE_EVERY = 3;

/** One write; whether or not it is allowed is no matter. */
export interface RandomWrite {
  send(caller: TestCaller): Promise<Answer>;
  name?: string;
  /** The title that it sets. */
  title?: string;
  /** Whether its success makes the content count, or drops a revision. */
  makes?: 'approved' | 'dropped';
  /**
   * Comes right after its success: of the same caller, who alone may take back what they submit, or another.
   */
  next?: RandomWrite & { by: 'same' | 'other' };
}

export interface ApprovedOnlyOptions {
  /** Of the list of approved rows, for example `/hazards`. */
  path: string;
  /** The statuses of rows that count. */
  approvedStatuses: readonly string[];
  /**
   * The steps that must have dropped a revision of an approved row at least once, each as `name` of a write.
   */
  drops: readonly string[];
  /** Writes that add a row with this title. */
  add(place: TestPlace, title: string, random: Random): RandomWrite;
  /** Writes to one row, some of which set this title. */
  change(place: TestPlace, id: string, title: string, random: Random): RandomWrite;
  /** A revision of an approved row, which `next` drops. */
  revise(place: TestPlace, id: string, title: string, random: Random): RandomWrite;
}

/** Members of a body that all hold its title: one that a snapshot took from elsewhere would show another. */
export const marked = (title: string) => ({
  title,
  description: title,
  locationDescription: title,
  immediateActionTaken: title,
  externalId: title,
  tags: [title],
  customFields: { note: title },
});

/** The titles that a row shows, whatever the member. */
const titlesIn = (row: object): string[] => [...new Set(JSON.stringify(row).match(/Title \d+/g))];

/** The titles of one row, by what was asked for and decided. */
interface Titles {
  working: string;
  approved?: string;
}

/** Follows a write that has succeeded. Nothing is taken from its answer but the id of a new row. */
function follow(known: Map<string, Titles>, id: string, { title, makes }: RandomWrite): void {
  const before = known.get(id);
  const working = title ?? before?.working ?? '';
  const approved = makes === 'approved' ? working : before?.approved;
  known.set(id, {
    working: makes === 'dropped' && approved !== undefined ? approved : working,
    ...(approved !== undefined && { approved }),
  });
}

const approvedIn = (known: ReadonlyMap<string, Titles>): Map<string, string> =>
  new Map([...known].flatMap(([id, { approved }]) => (approved === undefined ? [] : [[id, approved]])));

const rowsOf = async (caller: TestCaller, path: string) =>
  (await caller.get(path)).body.data as { id: string; requireApproval: boolean }[];

/** The list with flagged rows shows each once: flagged where the caller may read that, else as approved. */
async function expectOneOfEach(path: string, list: string, readers: TestCaller[]): Promise<void> {
  for (const caller of readers) {
    const shown = await rowsOf(caller, list.replace(path, `${path}/includerequireapproval`));
    const waiting = await rowsOf(
      caller,
      `${list.replace(path, `${path}/approvalData`)}&requireApproval=true`,
    );
    const flagged = new Set(waiting.map(({ id }) => id));
    const ids = new Set([...flagged, ...(await rowsOf(caller, list)).map(({ id }) => id)]);
    const expected = [...ids].map((id) => ({ id, requireApproval: flagged.has(id) }));
    const inOrder = (rows: { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(inOrder(shown.map(({ id, requireApproval }) => ({ id, requireApproval })))).toEqual(
      inOrder(expected),
    );
  }
}

/**
 * Lists of approved rows hold what was approved last, read beside the writes and after each. The requests and
 * decisions alone tell it.
 */
export function describeApprovedOnly(
  api: () => TestApi,
  { path, approvedStatuses, drops, add, change, revise }: ApprovedOnlyOptions,
): void {
  const list = `${path}?limit=200&includeArchived=true`;

  describe(`GET ${path} over ${WRITES} random writes and approvals by three users`, () => {
    it.each([1, 2])('never holds a value that was not approved: seed %i', async (seed) => {
      const { admin, place } = await addCompany(api());
      const editors = [
        await addMember(api(), admin.companyId, { role: 'eventManager' }),
        await addMember(api(), admin.companyId, { role: 'admin' }),
      ];
      const writers = [await addMember(api(), admin.companyId, { role: 'employee' }), ...editors];
      const readers = [await addMember(api(), admin.companyId, { role: 'readOnly' }), admin];
      const atPlace = await addMember(api(), admin.companyId, {
        role: 'eventManager',
        orgStructureIds: [place.id],
      });
      const read = () => readers.map((caller) => caller.get(list));
      const random = randomBy(seed);
      const known = new Map<string, Titles>();
      const dropped = new Set<string | undefined>();
      let due: { id: string; write: RandomWrite; caller: TestCaller } | undefined;
      let shown = 0;
      for (let done = 0; done < WRITES; done++) {
        const ids = [...known.keys()];
        const adds = ids.length < MOST_ROWS && (ids.length === 0 || random.below(2) === 0);
        const approvedIds = [...approvedIn(known).keys()];
        const revises = due === undefined && done % REVISE_EVERY === 0 && approvedIds.length > 0;
        const changed = due?.id ?? (revises ? random.of(approvedIds) : adds ? undefined : random.of(ids));
        const title = `Title ${done}`;
        const make = revises ? revise : change;
        const write =
          due?.write ?? (changed ? make(place, changed, title, random) : add(place, title, random));
        const caller = due?.caller ?? random.of(revises ? editors : writers);
        due = undefined;
        const before = approvedIn(known);
        const beside = read();
        const { status, body } = await write.send(caller);
        expect(status).toBeLessThan(500);
        if (status < 300) {
          const id: string = changed ?? body.id;
          follow(known, id, write);
          if (write.makes === 'dropped' && before.has(id)) dropped.add(write.name);
          const by = write.next?.by === 'same' ? [caller] : writers.filter((writer) => writer !== caller);
          if (write.next) due = { id, write: write.next, caller: random.of(by) };
        }
        const after = approvedIn(known);
        for (const answer of await Promise.all(beside))
          for (const row of answer.body.data)
            expect([before.get(row.id), after.get(row.id)]).toContain(row.title);
        for (const answer of await Promise.all(read())) {
          expect(answer.status).toBe(200);
          const rows: { id: string; title: string }[] = answer.body.data;
          expect(new Map(rows.map((row) => [row.id, row.title]))).toEqual(after);
          for (const row of answer.body.data) {
            shown += 1;
            expect({ titles: titlesIn(row), flagged: row.requireApproval }).toEqual({
              titles: [row.title],
              flagged: false,
            });
            expect(row).toMatchObject(marked(row.title));
            expect(approvedStatuses).toContain(row.status);
          }
        }
        if (done % 10 === 0) await expectOneOfEach(path, list, [...readers, ...writers, atPlace]);
      }
      expect(shown).toBeGreaterThan(0);
      expect([...dropped].sort()).toEqual(drops.toSorted());
    });
  });
}
