import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from '@jest/globals';
import { MAX_REPORTS_AT_ONCE } from '@safety/contracts';
import { CompanyTransactions, enterCompany } from '@safety/persistence';
import { dateIn, startOfDay } from '@safety/platform';
import { lockWaits } from '@safety/testing';
import { addDueRecords, addManyPeople, moveManyPeople } from '../testing/many-people.js';
import { addPerson, addPlace, sql } from '../testing/organisation.js';
import { outcome, startScene } from '../testing/scene.js';
import { historyOf, historyRecord } from '../testing/work-history.js';
import { daysLater } from '../work-history/calendar.js';
import { DueHistory } from '../work-history/due-history.js';
import { HistoryEffects } from './history-effects.js';
import { TimeZoneMoves } from './time-zone-moves.js';

const { api, admin, quarry } = await startScene();

interface Statement {
  text: string;
  values: unknown[];
}

/** The statements that a request sends. */
async function statementsOf(request: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const listen = (statement: unknown) => statements.push(statement as Statement);
  subscribe('safety:statement', listen);
  await request();
  unsubscribe('safety:statement', listen);
  return statements;
}

/** How many rows PostgreSQL reads for statements, as the role of the service. */
async function rowsRead(companyId: string, statements: readonly Statement[]): Promise<number> {
  const counts: number[] = [];
  await api.database.transaction('service', async (client) => {
    await enterCompany(client, companyId);
    const count = `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS count
      FROM pg_stat_xact_user_tables`;
    counts.push((await client.query(count)).rows[0].count);
    for (const { text, values } of statements) await client.query(text, values);
    counts.push((await client.query(count)).rows[0].count);
  });
  const [before = 0, after = 0] = counts;
  return after - before;
}

it('a write of the work history reads the records of its person alone', async () => {
  const caller = await api.caller();
  const place = await addPlace(api, caller.companyId, 'Quarry');
  await addManyPeople(api, place, 5_000);
  const person = await addPerson(caller, place);
  for (const [verb, path, date] of [
    ['post', historyOf(person), '2024-01-01'],
    ['put', historyOf(person, '2024-01-01'), '2024-02-01'],
  ] as const) {
    const sent = await statementsOf(async () => {
      expect((await caller[verb](path, historyRecord(place, date))).body.effectiveDate).toBe(date);
    });
    const statements = sent.filter(({ text }) => text.includes('work_history_chain'));
    expect(statements).toHaveLength(1);
    expect(await rowsRead(caller.companyId, statements)).toBeLessThan(10);
  }
});

it('reassignTo moves and publishes many reports with as many statements as one', async () => {
  const reassigned = async (count: number) => {
    const [boss, next] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    await addManyPeople(api, quarry, count, boss.id);
    const sent = await statementsOf(async () => {
      expect((await admin.delete(`/personnel/${boss.id}?reassignTo=${next.id}`)).status).toBe(204);
    });
    const text = `SELECT (SELECT count(*)::int FROM personnel WHERE line_manager_id = $1 AND version = 2) AS moved,
      (SELECT count(*)::int FROM outbox WHERE envelope -> 'payload' ->> 'lineManagerId' = $1::text
        AND envelope -> 'payload' ->> 'jobTitle' = 'Fitter'
        AND envelope -> 'payload' ->> 'workingSince' = '2020-01-01') AS published`;
    expect((await sql(api, admin.companyId, text, [next.id])).rows).toEqual([
      { moved: count, published: count },
    ]);
    return sent.length;
  };
  expect(await reassigned(500)).toBe(await reassigned(1));
});

it('an archival names twenty of very many reports, and reads few more', async () => {
  const caller = await api.caller();
  const place = await addPlace(api, caller.companyId, 'Quarry');
  const boss = await addPerson(caller, place);
  await addManyPeople(api, place, 2_000, boss.id);
  const sent = await statementsOf(async () => {
    const refused = await caller.delete(`/personnel/${boss.id}`);
    expect([...outcome(refused), refused.body.references.length]).toEqual([409, 'in-use', 20]);
  });
  const statements = sent.filter(({ text }) => text.includes('line_manager_id = $2'));
  expect(statements).toHaveLength(1);
  expect(await rowsRead(caller.companyId, statements)).toBeLessThan(100);
});

it('422 not-allowed: reassignTo of more reports than one request writes; of so many, other rules decide', async () => {
  const [boss, next] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
  const [one = '', other = ''] = await addManyPeople(api, quarry, MAX_REPORTS_AT_ONCE + 1, boss.id);
  const reassigned = (id: string) => admin.delete(`/personnel/${boss.id}?reassignTo=${id}`);
  const refused = await reassigned(next.id);
  expect(outcome(refused)).toEqual([422, 'validation-failed']);
  expect(refused.body.errors).toMatchObject([{ parameter: 'reassignTo', code: 'not-allowed' }]);
  await admin.patch(`/personnel/${one}`, { lineManagerId: next.id });
  expect(outcome(await reassigned(other))).toEqual([422, 'cycle']);
});

it('an archival of a place reads nothing of those who have left it', async () => {
  const caller = await api.caller();
  const [left, place] = [
    await addPlace(api, caller.companyId, 'Left'),
    await addPlace(api, caller.companyId, 'Quarry'),
  ];
  const ids = await addManyPeople(api, left, 200);
  for (let year = 2021; year <= 2026; year++) {
    if (year > 2021) await moveManyPeople(api, left, ids, `${year}-01-01`);
    await moveManyPeople(api, place, ids, `${year}-02-01`);
  }
  const { id } = await addPerson(caller, left);
  const sent = await statementsOf(async () => {
    const { body } = await caller.delete(`/orgstructures/${left.id}`);
    expect(body).toMatchObject({ code: 'in-use', references: [{ resource: 'personnel', id }] });
  });
  const statements = sent.filter(({ text }) => text.includes('FROM associates AS a'));
  expect(statements).toHaveLength(1);
  expect(await rowsRead(caller.companyId, statements)).toBeLessThan(ids.length + 20);
});

describe('a change of a company', () => {
  /** A day apart at every hour. */
  const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Honolulu'];

  async function companyWithMany() {
    const { companyId } = await api.caller();
    const place = await addPlace(api, companyId, 'Quarry');
    const [first = ''] = await addManyPeople(api, place, 2_000);
    const state = (timeZone: string, version: number) => ({
      ...{ id: companyId, version, name: 'Works', status: 'active' as const, timeZone, riskBands: null },
      ...{ allowSelfApproval: false, sessionLifetimeMinutes: null, defaultApproverUserIds: [] },
    });
    const moves = api.app.get(TimeZoneMoves);
    const follow = async (timeZone: string, version: number) => {
      const sent = await statementsOf(() =>
        api.app.get(CompanyTransactions).asSystem(companyId, () => moves.follow(state(timeZone, version))),
      );
      return sent.filter(({ text }) => text.includes('work_history') || text.includes('history_due'));
    };
    await follow(ahead, 1);
    await moveManyPeople(api, place, [first], dateIn(ahead, new Date()));
    return { companyId, follow };
  }

  it('reads no work history where the time zone stays', async () => {
    const { follow } = await companyWithMany();
    expect(await follow(ahead, 2)).toEqual([]);
  });

  it('reads the work history once where it does not', async () => {
    const { companyId, follow } = await companyWithMany();
    const sent = await follow(behind, 2);
    const statements = sent.filter(({ text }) => text.includes('INSERT INTO history_due'));
    expect(statements).toHaveLength(1);
    expect(await rowsRead(companyId, statements)).toBeLessThan(20);
  });
});

it('reassignTo moves nobody whose line manager was taken away meanwhile', async () => {
  const [boss, next] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
  const [alone = '', other = ''] = await addManyPeople(api, quarry, 2, boss.id);
  let archived: ReturnType<typeof admin.delete> | undefined;
  await api.database.transaction('service', async (client) => {
    await enterCompany(client, admin.companyId);
    await client.query('UPDATE personnel SET line_manager_id = NULL WHERE id = $1', [alone]);
    archived = admin.delete(`/personnel/${boss.id}?reassignTo=${next.id}`);
    await lockWaits(client);
  });
  expect((await archived)?.status).toBe(204);
  const managerOf = async (id: string) => (await admin.get(`/personnel/${id}`)).body.lineManagerId;
  expect([await managerOf(alone), await managerOf(other)]).toEqual([null, next.id]);
});

describe('records that take effect at once', () => {
  const today = dateIn('Europe/Dublin', new Date());
  const effects = api.app.get(HistoryEffects);
  const due = api.app.get(DueHistory);
  const transactions = api.app.get(CompanyTransactions);

  /** A company whose people all change on a day that has begun. */
  async function changing(companyId: string, count: number, days = 0) {
    const place = await addPlace(api, companyId, 'Quarry');
    const ids = await addManyPeople(api, place, count);
    const known = `INSERT INTO companies (company_id, version, time_zone) VALUES ($1, 1, 'Europe/Dublin')`;
    await sql(api, companyId, known, [companyId]);
    const date = daysLater(today, days);
    await addDueRecords(api, place, ids, date, startOfDay(date, 'Europe/Dublin'));
    return { companyId, ids };
  }

  it('a company does not wait for all of another one', async () => {
    // The other one is first, by its id and by its day. The run of the timer finds neither.
    const other = await changing(`00000000${randomUUID().slice(8)}`, 150, 1);
    const { companyId } = await changing(`ffffffff${randomUUID().slice(8)}`, 1, 2);
    await effects.run(startOfDay(daysLater(today, 3), 'Europe/Dublin'));
    const text = `SELECT min(modified_at) AS first, max(modified_at) AS last, min(version) AS least,
      max(version) AS most FROM personnel WHERE company_id = $1`;
    const [big] = (await sql(api, other.companyId, text, [other.companyId])).rows;
    const [small] = (await sql(api, companyId, text, [companyId])).rows;
    expect([big.least, big.most, small.least]).toEqual([2, 2, 2]);
    expect(big.first < small.first && small.first < big.last).toBe(true);
  });

  it('the next of very many are found without the others', async () => {
    const { companyId } = await changing(randomUUID(), 2_000, 5);
    const at = startOfDay(daysLater(today, 6), 'Europe/Dublin');
    const sent = await statementsOf(() =>
      transactions.asSystem(companyId, async () => {
        const held = await due.hold(companyId, 'begun', { at, except: [], limit: 10 });
        expect(held).toHaveLength(10);
      }),
    );
    const statements = sent.filter(({ text }) => text.includes('SKIP LOCKED'));
    expect(await rowsRead(companyId, statements)).toBeLessThan(100);
  });

  it('two replicas take different people', async () => {
    const { companyId, ids } = await changing(randomUUID(), 5);
    const held = async (limit: number) => {
      const records = await due.hold(companyId, 'begun', { at: undefined, except: [], limit });
      return records.map(({ personnelId }) => personnelId);
    };
    const [one, other] = await transactions.asSystem(companyId, async () => [
      await held(2),
      await transactions.asSystem(companyId, () => held(5)),
    ]);
    expect([one?.length, other?.length]).toEqual([2, 3]);
    expect([...(one ?? []), ...(other ?? [])].toSorted()).toEqual(ids.toSorted());
  });

  it('are recorded and published each', async () => {
    const { companyId, ids } = await changing(randomUUID(), 120);
    await Promise.all([effects.run(), effects.run()]);
    const recorded = `SELECT count(DISTINCT id)::int AS people, count(*)::int AS changes FROM changes
      WHERE resource = 'personnel' AND id = ANY($1) AND version = 2 AND actor_user_id IS NULL
        AND members @> '[{"member": "jobTitle", "from": "Fitter", "to": "Driver"}]'`;
    const published = `SELECT count(DISTINCT envelope -> 'payload' ->> 'id')::int AS people,
        count(*)::int AS messages FROM outbox
      WHERE envelope ->> 'companyId' = $1 AND envelope -> 'payload' ->> 'jobTitle' = 'Driver'
        AND envelope -> 'payload' ->> 'workingSince' = $2`;
    expect((await sql(api, companyId, recorded, [ids])).rows).toEqual([{ people: 120, changes: 120 }]);
    expect((await sql(api, companyId, published, [companyId, today])).rows).toEqual([
      { people: 120, messages: 120 },
    ]);
  });
});
