import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dateIn } from '@safety/platform';
import { describeLists, type TestApi, type TestCaller } from '@safety/testing';
import {
  addPerson,
  addPlace,
  addUser,
  person,
  sql,
  startPersonnelOrg,
  type TestPlace,
} from '../testing/organisation.js';
import { daysLater } from '../work-history/calendar.js';
import { personnelLists } from './personnel-lists.js';

let api: TestApi;

beforeAll(async () => {
  api = await startPersonnelOrg();
});
afterAll(() => api.close());

const tomorrow = () => daysLater(dateIn('Europe/Dublin', new Date()), 1);

describe('GET /personnel', () => {
  let caller: TestCaller;
  let site: TestPlace;
  let workshop: TestPlace;
  let boss: { id: string };

  beforeAll(async () => {
    caller = await api.caller();
    site = await addPlace(api, caller.companyId, 'Elsewhere');
    workshop = await addPlace(api, caller.companyId, 'Workshop', { parent: site, type: 'department' });
    boss = await addPerson(
      caller,
      site,
      {
        lastName: 'Adler',
        personnelNumber: 'Z-1',
        hireDate: '2010-01-01',
        userId: await addUser(api, caller.companyId),
      },
      { jobTitle: 'Manager' },
    );
    await addPerson(caller, workshop, {
      ...{ firstName: 'Mary', middleName: 'Ann', lastName: 'byrne', preferredName: 'Polly' },
      lineManagerId: boss.id,
      email: 'byrne@example.test',
    });
    await addPerson(
      caller,
      workshop,
      { lastName: 'Costa', hireDate: '2021-01-01' },
      { employmentStatus: 'onLeave', employmentType: 'agency' },
    );
    await addPerson(caller, workshop, { lastName: 'Dekker', hireDate: tomorrow() });
  });

  const names = async (query = '') =>
    (await caller.get(`/personnel${query}`)).body.data.map(({ lastName }: { lastName: string }) => lastName);

  it('200: by last name as people sort, with the envelope', async () => {
    expect(await names()).toEqual(['Adler', 'byrne', 'Costa', 'Dekker']);
    expect((await caller.get('/personnel?limit=1&includeTotal=true')).body.page).toMatchObject({
      hasMore: true,
      totalCount: 4,
    });
  });

  it.each(['lastName', '-personnelNumber', 'hireDate', '-modifiedAt'])(
    '200: pages of one follow each other by %s',
    async (sort) => {
      const walked: string[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await caller.get(`/personnel?limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`);
        walked.push(...body.data.map(({ lastName }: { lastName: string }) => lastName));
        if (!body.page.hasMore) break;
        cursor = body.page.nextCursor;
      }
      expect(walked).toEqual(await names(`?sort=${sort}`));
      expect(walked).toHaveLength(4);
    },
  );

  it('200: filters', async () => {
    expect(await names(`?orgStructureId=${site.id}`)).toEqual(['Adler', 'byrne', 'Costa']);
    expect(await names(`?orgStructureId=${site.id}&includeDescendants=false`)).toEqual(['Adler']);
    expect(await names(`?orgStructureId=${workshop.id},${randomUUID()}`)).toEqual(['byrne', 'Costa']);
    expect(await names(`?lineManagerId=${boss.id}`)).toEqual(['byrne']);
    expect(await names('?employmentStatus=onLeave,terminated')).toEqual(['Costa']);
    expect(await names('?employmentType=agency')).toEqual(['Costa']);
    expect(await names('?jobTitle=Manager')).toEqual(['Adler']);
    expect(await names('?jobTitle=Nobody,Manager')).toEqual(['Adler']);
    expect(await names('?jobTitle=Manager%5C%2C%20Nobody')).toEqual([]);
    expect(await names('?hiredFrom=2010-01-01&hiredTo=2020-02-01')).toEqual(['Adler']);
    expect(await names('?hasUser=true')).toEqual(['Adler']);
    expect(await names('?hasUser=false&hiredTo=2020-12-31')).toEqual(['byrne']);
    expect(await names('?q=BYRNE@EX')).toEqual(['byrne']);
    expect(await names('?q=z-1')).toEqual(['Adler']);
  });

  it.each([
    ['mary byrne', ['byrne']],
    ['Ry By', ['byrne']],
    ['POLLY BYRNE', ['byrne']],
    ['Mary Ann Byrne', ['byrne']],
    ['Mary Costa', []],
    ['Byrne Mary', []],
    ['Mary_Byrne', []],
    ['y b', []],
  ])('200: q=%s, as names are written', async (q, found) => {
    expect(await names(`?q=${encodeURIComponent(q)}`)).toEqual(found);
  });

  it('200: q=明 王, a full name of single characters', async () => {
    const other = await api.caller();
    const place = await addPlace(api, other.companyId, 'Elsewhere');
    await addPerson(other, place, { firstName: '明', lastName: '王' });
    const found = async (q: string) =>
      (await other.get(`/personnel?q=${encodeURIComponent(q)}`)).body.data.length;
    expect([await found('明 王'), await found('王 明'), await found('明 李')]).toEqual([1, 0, 0]);
  });

  it('200: by training status, with and without a state, on any date', async () => {
    const steps = [
      { from: '2020-01-01', status: 'compliant' },
      { from: '2021-01-01', status: 'expiringSoon' },
      { from: '2022-01-01', status: 'nonCompliant' },
    ];
    await sql(
      api,
      caller.companyId,
      'INSERT INTO training_statuses (company_id, personnel_id, version, steps) VALUES ($1, $2, 1, $3)',
      [caller.companyId, boss.id, JSON.stringify(steps)],
    );
    for (const [date, status] of [
      ['2020-01-01', 'compliant'],
      ['2020-12-31', 'compliant'],
      ['2021-06-01', 'expiringSoon'],
      [tomorrow(), 'nonCompliant'],
    ])
      expect(await names(`?trainingStatus=${status}&asOf=${date}`)).toEqual(['Adler']);
    const others = ['byrne', 'Costa', 'Dekker'];
    expect(await names('?trainingStatus=notRequired&asOf=2019-12-31')).toEqual(others);
    expect(await names('?trainingStatus=nonCompliant')).toEqual(['Adler']);
    expect(await names('?trainingStatus=notRequired')).toEqual(['byrne', 'Costa', 'Dekker']);
    expect(await names('?trainingStatus=notRequired,nonCompliant')).toHaveLength(4);
    const update =
      'UPDATE training_statuses SET version = 2, steps = $3 WHERE company_id = $1 AND personnel_id = $2';
    await sql(api, caller.companyId, update, [caller.companyId, boss.id, '[]']);
    expect(await names('?trainingStatus=nonCompliant')).toEqual([]);
    expect(await names('?trainingStatus=notRequired')).toHaveLength(4);
  });

  it('200 with nothing: ids of another company in filters', async () => {
    const foreigner = await api.caller();
    const quarry = await addPlace(api, foreigner.companyId, 'Quarry');
    const { id } = await addPerson(foreigner, quarry);
    expect(await names(`?orgStructureId=${quarry.id}`)).toEqual([]);
    expect(await names(`?lineManagerId=${id}`)).toEqual([]);
    expect(await names(`?ids=${id}`)).toEqual([]);
  });

  it.each([
    '?hiredFrom=yesterday',
    '?hasUser=1',
    '?trainingStatus=perfect',
    '?sort=email',
    '?employmentStatus=rich',
    '?asOf=yesterday',
  ])('400: %s', async (query) => {
    expect((await caller.get(`/personnel${query}`)).status).toBe(400);
  });
});

const nobody = '0190a5c8-0000-7000-8000-000000000001';

describeLists(() => api, {
  path: '/personnel',
  lists: personnelLists,
  add: async (caller) => {
    const place = await addPlace(api, caller.companyId, 'Quarry');
    return (await caller.post('/personnel', person(place))).body.id;
  },
  queries: { lineManagerId: [`lineManagerId=${nobody}`] },
  further: [
    `orgStructureId=${nobody}`,
    `orgStructureId=${nobody}&includeDescendants=false`,
    'employmentStatus=active',
    'employmentStatus=suspended',
    'employmentType=temporary',
    'jobTitle=Astronaut',
    'hiredFrom=2100-01-01',
    'hiredTo=1900-01-01',
    'hasUser=true',
    'hasUser=false',
    'trainingStatus=nonCompliant',
    'trainingStatus=notRequired',
    'trainingStatus=compliant,expiringSoon',
    'asOf=2020-01-01',
    'asOf=2020-01-01&jobTitle=Astronaut',
    'asOf=2020-01-01&trainingStatus=nonCompliant',
  ],
  outsideStatements: { asOf: 'a setting of the transaction, which the view reads' },
});

describe('GET /personnel of 12,000 people', () => {
  // Few among all, more beyond the first people by name, and nearly all beyond them.
  const holders = {
    expiringSoon: 'n % 40 = 0',
    compliant: 'n > 5000 AND n % 40 BETWEEN 1 AND 12',
    nonCompliant: 'n > 200 AND NOT (n % 40 = 0 OR n > 5000 AND n % 40 BETWEEN 1 AND 12)',
  };
  let caller: TestCaller;

  beforeAll(async () => {
    caller = await api.caller();
    const statuses = Object.entries(holders).map(([status, held]) => `WHEN ${held} THEN '${status}'`);
    const add = `
      INSERT INTO personnel (company_id, id, created_at, modified_at, personnel_number, first_name, last_name,
          hire_date)
        SELECT $1, gen_random_uuid(), now(), now(), 'N-' || n, 'Ann', lpad(n::text, 5, '0'), '2020-01-01'
        FROM generate_series($2::int, $2 + 999) AS n`;
    const train = `
      UPDATE training_status_days SET status = CASE ${statuses.join(' ')} ELSE status END
        FROM (SELECT id, last_name::int AS n FROM personnel WHERE company_id = $1) AS people
        WHERE company_id = $1 AND personnel_id = people.id AND n BETWEEN $2 AND $2 + 999`;
    // In parts: the role of the service has its limit of time, on a slow machine too.
    for (let first = 1; first < 12_000; first += 1000)
      for (const text of [add, train]) await sql(api, caller.companyId, text, [caller.companyId, first]);
    // As a server does by itself after so many rows.
    await api.database.transaction('owner', async (client) => {
      await client.query('ANALYZE personnel, training_status_days');
    });
  });

  it.each(Object.keys(holders))('200: each of them once, by trainingStatus=%s', async (status) => {
    const { rows: expected } = await sql(
      api,
      caller.companyId,
      `SELECT last_name FROM personnel JOIN training_status_days USING (company_id)
       WHERE company_id = $1 AND personnel_id = personnel.id AND status = $2 ORDER BY last_name`,
      [caller.companyId, status],
    );
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await caller.get(`/personnel?limit=200&trainingStatus=${status}${cursor}`);
      walked.push(...body.data.map(({ lastName }: { lastName: string }) => lastName));
      if (!body.page.hasMore) break;
      cursor = `&cursor=${body.page.nextCursor}`;
    }
    expect(walked).toEqual(expected.map(({ last_name }) => last_name));
    expect(walked.length).toBeGreaterThan(250);
    const { body } = await caller.get(`/personnel?limit=1&includeTotal=true&trainingStatus=${status}`);
    expect(body.page.totalCount).toBe(walked.length);
  });

  it.each(['q=00007', 'hiredFrom=2021-01-01', 'lineManagerId=0190a5c8-0000-7000-8000-000000000001'])(
    '200: another condition beside it, %s',
    async (query) => {
      const { body } = await caller.get(`/personnel?trainingStatus=expiringSoon,notRequired&${query}`);
      expect(body.data.map(({ lastName }: { lastName: string }) => lastName)).toEqual(
        query.startsWith('q') ? ['00007'] : [],
      );
    },
  );
});
