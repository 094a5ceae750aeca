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
      }
      expect(shown).toBeGreaterThan(0);
    });
  });
}
