import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dateIn } from '@safety/platform';
import { type TestApi, type TestCaller } from '@safety/testing';
import { addAssociate } from '../testing/associates.js';
import { runOperator } from '../testing/operator.js';
import { placed } from '../testing/org-structures.js';
import { addPerson, sql, startPersonnelOrg } from '../testing/organisation.js';
import { historyRecord } from '../testing/work-history.js';
import { yearsLater } from '../work-history/calendar.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
});
afterAll(() => api.close());

const publish = (...args: string[]) => runOperator(api, {}, ['publish', ...args]);

interface Published {
  id: string;
  state: string;
  version: number;
  payload: Record<string, unknown>;
  again: boolean | null;
}

/** The messages of a company behind a position of the outbox, in their order. */
const messagesAfter = async (id: string | number, companyId = admin.companyId): Promise<Published[]> =>
  (
    await sql(
      api,
      companyId,
      `SELECT id, state, (envelope -> 'payload' ->> 'version')::int AS version, envelope -> 'payload' AS payload, envelope -> 'again' AS again
       FROM outbox WHERE id > $1 AND envelope ->> 'companyId' = $2 AND state IS NOT NULL ORDER BY id`,
      [id, companyId],
    )
  ).rows;

const newestOf = (messages: readonly Published[]) =>
  new Map(messages.map(({ state, version, payload }) => [state, { version, payload }]));

describe('publish', () => {
  it('each state that other services keep, as it was published last', async () => {
    const quarry = await placed(admin, 'Quarry');
    const depot = await placed(admin, 'Depot', quarry);
    const person = await addPerson(admin, quarry);
    const today = dateIn('Europe/Dublin', new Date());
    for (const [date, place] of [
      [today, depot],
      [yearsLater(today, 1), quarry],
    ])
      await admin.post(`/personnel/${person.id}/history`, {
        effectiveDate: date,
        orgStructureId: place.id,
        jobTitle: 'Driver',
        employmentType: 'fullTime',
        employmentStatus: 'active',
      });
    await addAssociate(admin, { orgStructureIds: [depot.id] });
    const before = await messagesAfter(0);
    const known = newestOf(before);
    const { code, json } = await publish('--company', admin.companyId);
    expect([code, json]).toEqual([0, [{ company_id: admin.companyId, messages: known.size }]]);
    const again = await messagesAfter(before.at(-1)?.id ?? 0);
    expect(newestOf(again)).toEqual(known);
    // Readers replace what they hold of the same version.
    expect([
      new Set(before.map((message) => message.again)),
      new Set(again.map((message) => message.again)),
    ]).toEqual([new Set([null]), new Set([true])]);
    expect(known.get(again.find(({ payload }) => payload['id'] === person.id)?.state ?? '')).toMatchObject({
      payload: { orgStructureId: depot.id, jobTitle: 'Driver' },
    });
  });

  it('people as of their own records, while those of others of that day wait for their effect', async () => {
    const caller = await api.caller();
    const [quarry, depot] = [await placed(caller, 'Quarry'), await placed(caller, 'Depot')];
    const [done, waiting] = [await addPerson(caller, quarry), await addPerson(caller, quarry)];
    const today = dateIn('Europe/Dublin', new Date());
    for (const moved of [done, waiting])
      await caller.post(`/personnel/${moved.id}/history`, historyRecord(depot, today));
    const waits = `INSERT INTO history_due (company_id, personnel_id, effective_date, due_at)
      VALUES ($1, $2, $3, '2200-01-01')`;
    await sql(api, caller.companyId, waits, [caller.companyId, waiting.id, today]);
    await publish('--company', caller.companyId);
    const newest = [...newestOf(await messagesAfter(0, caller.companyId)).values()];
    const placeOf = ({ id }: { id: string }) =>
      newest.find(({ payload }) => payload['id'] === id)?.payload['orgStructureId'];
    expect([placeOf(done), placeOf(waiting)]).toEqual([depot.id, quarry.id]);
  });

  it('of every company, and nothing of one that is not there', async () => {
    const other = await api.caller();
    await placed(other, 'Elsewhere');
    const { json } = await publish();
    const ids = json.map(({ company_id }: { company_id: string }) => company_id);
    expect(ids).toEqual(expect.arrayContaining([admin.companyId, other.companyId]));
    const nobodys = '018f0000-0000-7000-8000-000000000009';
    expect((await publish('--company', nobodys)).json).toEqual([{ company_id: nobodys, messages: 0 }]);
    expect((await publish('--company', 'x')).code).toBe(2);
  });

  it('while traffic goes on: the newest message of each row is the row', async () => {
    const caller = await api.caller();
    const root = await placed(caller, 'Root');
    const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(caller, root)));
    const rename = async (person: { id: string }) => {
      for (let round = 0; round < 5; round++)
        await caller.patch(`/personnel/${person.id}`, { preferredName: `Round ${round}` });
    };
    const publishing = async () => {
      for (let round = 0; round < 2; round++) await publish('--company', caller.companyId);
    };
    await Promise.all([publishing(), ...people.map(rename)]);
    const newest = newestOf(await messagesAfter(0, caller.companyId));
    const versions = [...newest.values()].filter(({ payload }) =>
      people.some(({ id }) => id === payload['id']),
    );
    expect(versions.map(({ version }) => version)).toEqual(people.map(() => 6));
  });
});
