import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { seedTransaction } from '@safety/persistence';
import { LOGGER, type Logger } from '@safety/platform';
import { eventually, type TestApi, type TestCaller } from '@safety/testing';
import { addPlace, person, sql, startPersonnelOrg, type TestPlace } from '../testing/organisation.js';

/** Looks for sensitive values in the database, in Redis and in the log. */

let api: TestApi;
let admin: TestCaller;
let quarry: TestPlace;
let log = '';

const write = process.stdout.write;

beforeAll(async () => {
  // The log of a service goes to a standard output that somebody listens to.
  process.stdout.write = ((chunk: string | Uint8Array) => {
    log += chunk.toString();
    return true;
  }) as typeof write;
  api = await startPersonnelOrg({ LOG_LEVEL: 'trace', LOG_FORMAT: 'json' });
  admin = await api.caller();
  quarry = await addPlace(api, admin.companyId, 'Quarry');
});

afterAll(async () => {
  process.stdout.write = write;
  await api.close();
});

/** External ids lie open in these tables alone. */
const externalIds = {
  'public.emergency_contacts': 'EC-Dapple-31',
  'public.payrolls': 'PR-Dapple-32',
};

/** Shown to everybody who may read people: found in each place, so the look into it finds something. */
const open = 'Openlastname';
const sensitive = {
  dateOfBirth: '1971-08-23',
  sex: 'undisclosed',
  address: { line1: 'Zelkova Lane 77', city: 'Quilmes', postalCode: 'ZQ7-7QZ', countryCode: 'AR' },
};
const contact = {
  name: 'Wilhelmina Quixote',
  relationship: 'sibling',
  phonePrimary: '+5491177665544',
  phoneSecondary: '+5491177665533',
  email: 'quixote@zelkova.example',
  address: { line1: 'Zelkova Lane 78', city: 'Berazategui' },
  notes: 'Works at night, ask for Dulcinea',
  customFields: { nickname: 'Rocinante' },
  priority: 1,
};
const payroll = {
  payrollNumber: 'PN-Qx-77431',
  payGroup: 'Windmills',
  payFrequency: 'fourWeekly',
  costCentre: 'CC-Sancho',
  // No seconds and milliseconds of a log line.
  standardHoursPerWeek: 63.875,
  hourlyCost: 61.4375,
  currency: 'ARS',
};
const later = { dateOfBirth: '1971-09-24', address: { line1: 'Panza Street 5', city: 'Tandil' } };

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];

/** Too short or too ordinary to tell anything when they are found. */
const ordinary = new Set(['1', 'AR', 'ARS', 'sibling']);
const secrets = [sensitive, contact, payroll, later].flatMap(textsIn).filter((text) => !ordinary.has(text));

/** The base64 of a text within longer ones: its first and last characters mix with what is beside them. */
const base64Within = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
    const [first, last] = [
      Math.ceil((before * 8) / 6),
      Math.floor(((before + Buffer.byteLength(text)) * 8) / 6),
    ];
    return encoded.slice(first, last);
  });

/** How a text may lie somewhere: as it is, encoded, or as a digest that anybody can compute. */
const formsOf = (text: string): string[] => {
  const digests = [text, text.toLowerCase(), JSON.stringify(text)].flatMap((one) =>
    (['md5', 'sha1', 'sha256'] as const).flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) =>
        createHash(algorithm).update(one).digest(encoding),
      ),
    ),
  );
  const base64 = base64Within(text);
  return [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
    ...base64,
    ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
    ...digests,
  ];
};

const found = (dump: string): string[] => {
  const lower = dump.toLowerCase();
  return secrets.filter((secret) => formsOf(secret).some((form) => lower.includes(form.toLowerCase())));
};

/** Every row of every table in every schema, with bytes in hexadecimal, as `pg_dump` writes them. */
async function dumpOfDatabase(): Promise<Map<string, string>> {
  const dump = new Map<string, string>();
  await seedTransaction(api.database.ownerUrl, async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(`
      SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
      WHERE relkind IN ('r', 'm') AND nspname NOT IN ('pg_catalog', 'information_schema')`);
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`SELECT r::text AS row FROM ${name} AS r`);
      dump.set(name, rows.map(({ row }) => row).join('\n'));
    }
  });
  return dump;
}

/** Every key with all that it holds. */
async function dumpOfRedis(): Promise<string> {
  const redis = connectRedis(process.env['REDIS_URL'] ?? '', api.app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
  try {
    const kept: unknown[] = [];
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      if (type === 'string') kept.push(key, await redis.get(key));
      else if (type === 'stream') kept.push(key, await redis.xrange(key, '-', '+'));
      else if (type === 'hash') kept.push(key, await redis.hgetall(key));
      else if (type === 'list') kept.push(key, await redis.lrange(key, 0, -1));
      else if (type === 'set') kept.push(key, await redis.smembers(key));
      else if (type === 'zset') kept.push(key, await redis.zrange(key, 0, -1));
      else throw new Error(`A key of type ${type} is not looked into`);
    }
    return JSON.stringify(kept);
  } finally {
    redis.disconnect();
  }
}

const once = () => ({ headers: { 'idempotency-key': randomUUID() } });

/** Writes each sensitive member in every way, with keys, again, with refusals and with reads between them. */
async function writeAll(): Promise<string> {
  const key = once();
  const body = person(quarry, { lastName: open, ...sensitive });
  const added = await admin.post('/personnel', body, key);
  expect(added.status).toBe(201);
  expect((await admin.post('/personnel', body, key)).headers.get('idempotency-replayed')).toBe('true');
  const at = `/personnel/${added.body.id}`;
  const { body: second } = await admin.post('/personnel', person(quarry));
  const [contactId, payrollId] = Object.values(externalIds);
  const requests: [number, () => Promise<{ status: number }>][] = [
    [201, () => admin.post(`${at}/emergencycontacts`, { ...contact, externalId: contactId }, once())],
    [409, () => admin.post(`${at}/emergencycontacts`, contact, once())],
    [422, () => admin.post(`${at}/emergencycontacts`, { ...contact, priority: 99 }, once())],
    [200, () => admin.put(`${at}/payroll`, { ...payroll, externalId: payrollId }, once())],
    [409, () => admin.put(`/personnel/${second.id}/payroll`, payroll, once())],
    [422, () => admin.put(`${at}/payroll`, { ...payroll, currency: payroll.payrollNumber }, once())],
    [400, () => admin.post('/personnel', `{"address": "${sensitive.address.line1}"`, once())],
    [422, () => admin.patch(at, { ...later, sex: later.address.city }, once())],
  ];
  for (const [status, request] of requests) expect((await request()).status).toBe(status);
  expect((await admin.patch(at, later, once())).status).toBe(200);
  await admin.get(`${at}?include=emergencyContacts,payroll,history`);
  await admin.get(`${at}/audit`);
  return added.body.id;
}

it('holds no sensitive value: in no table, in nothing of Redis, in no line of the log', async () => {
  const id = await writeAll();
  await eventually(async () => expect(await dumpOfRedis()).toContain(open));
  const tables = await dumpOfDatabase();
  const places = new Map([...tables, ['redis', await dumpOfRedis()], ['log', log]]);
  // Without these the look would be into nothing.
  for (const table of ['public.personnel', 'public.outbox', 'redis'])
    expect(places.get(table)).toContain(open);
  expect([...tables].some(([name, rows]) => name.startsWith('change_days.') && rows.includes(open))).toBe(
    true,
  );
  expect(tables.get('public.idempotency_keys')).toContain('sealed:');
  expect(log).toContain(admin.companyId);
  for (const [name, dump] of places) expect([name, found(dump)]).toEqual([name, []]);
  for (const [table, externalId] of Object.entries(externalIds))
    expect([...places].filter(([, dump]) => dump.includes(externalId)).map(([name]) => name)).toEqual([
      table,
    ]);

  // The same look finds a value that does lie open, in each of the ways.
  for (const form of formsOf(payroll.payGroup)) expect(found(`x${form}y`)).toContain(payroll.payGroup);
  const { rows } = await sql(
    api,
    admin.companyId,
    'SELECT count(*)::int AS count FROM sensitive_reads WHERE personnel_id = $1',
    [id],
  );
  expect(rows[0].count).toBeGreaterThan(3);
});
