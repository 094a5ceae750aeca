import { describe, expect, it } from '@jest/globals';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import { addCompany, addMember, type TestPlace } from './hazards-under-test.js';
import { type Random, randomBy } from './random.js';

const WRITES = 200;
const MOST_ROWS = 6;

/** One write by one caller; whether or not it is allowed is no matter. */
export type RandomWrite = (caller: TestCaller, title: string, random: Random) => Promise<Answer>;

export interface ApprovedOnlyOptions {
  /** Of the list of approved rows, for example `/hazards`. */
  path: string;
  /** The statuses of rows that count. */
  approvedStatuses: readonly string[];
  /** Writes that add a row with this title. */
  add(place: TestPlace): RandomWrite;
  /** Writes to one row, some of which set this title. */
  change(place: TestPlace, id: string): RandomWrite;
}

/** The approved content of each row, as the answers of writes tell; nothing is computed from the requests. */
interface Learnt {
  ids: string[];
  /** Every title that has ever counted, by row. */
  titles: Map<string, Set<string>>;
}

function learn({ ids, titles }: Learnt, { status, body }: Answer, approvedStatuses: readonly string[]): void {
  if (status === 201) ids.push(body.id);
  if (status >= 300 || !body.id || !approvedStatuses.includes(body.status)) return;
  titles.set(body.id, (titles.get(body.id) ?? new Set()).add(body.title));
}

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
 * No answer of a list of approved rows ever holds what was not approved, read beside the writes and after
 * each.
 */
export function describeApprovedOnly(
  api: () => TestApi,
  { path, approvedStatuses, add, change }: ApprovedOnlyOptions,
): void {
  const list = `${path}?limit=200&includeArchived=true`;

  describe(`GET ${path} over ${WRITES} random writes and approvals by three users`, () => {
    it.each([1, 2])('never holds a value that was not approved: seed %i', async (seed) => {
      const { admin, place } = await addCompany(api());
      const writers = [
        await addMember(api(), admin.companyId, { role: 'employee' }),
        await addMember(api(), admin.companyId, { role: 'eventManager' }),
        await addMember(api(), admin.companyId, { role: 'admin' }),
      ];
      const readers = [await addMember(api(), admin.companyId, { role: 'readOnly' }), admin];
      const read = () => readers.map((caller) => caller.get(list));
      const random = randomBy(seed);
      const learnt: Learnt = { ids: [], titles: new Map() };
      let shown = 0;
      for (let done = 0; done < WRITES; done++) {
        const adds = learnt.ids.length < MOST_ROWS && (learnt.ids.length === 0 || random.below(2) === 0);
        const write = adds ? add(place) : change(place, random.of(learnt.ids));
        const beside = read();
        const answer = await write(random.of(writers), `Title ${done}`, random);
        expect(answer.status).toBeLessThan(500);
        learn(learnt, answer, approvedStatuses);
        for (const { status, body } of await Promise.all([...beside, ...read()])) {
          expect(status).toBe(200);
          for (const row of body.data) {
            shown += 1;
            expect(learnt.titles.get(row.id)).toContain(row.title);
            expect({ tags: row.tags, flagged: row.requireApproval }).toEqual({
              tags: [row.title],
              flagged: false,
            });
            expect(approvedStatuses).toContain(row.status);
          }
        }
        if (done % 10 === 0) await expectOneOfEach(path, list, [...readers, ...writers]);
      }
      expect(shown).toBeGreaterThan(0);
    });
  });
}
