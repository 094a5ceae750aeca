import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defineMessage, type Envelope } from '@safety/contracts';
import { messageOf } from '@safety/persistence';
import { runInRequestContext } from '@safety/platform';
import { eventually } from '@safety/testing';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { retellRequestFor, streamOf } from '../streams.js';
import { newContract } from '../testing/bus.js';
import { openThings, type Thing, ThingRows, type Things, wanting } from '../testing/things.js';
import { envelopeOf } from '../transport/envelope-of.js';

let things: Things;
let redis: Redis;
let contract: ReturnType<typeof newContract>;

beforeAll(async () => {
  const url = process.env['REDIS_URL'] ?? '';
  things = await openThings(url);
  redis = new Redis(url);
});

beforeEach(() => {
  contract = newContract();
});

afterEach(async () => {
  await things.stopRelays();
  await things.owner.query('DELETE FROM outbox');
});

afterAll(async () => {
  await redis.quit();
  await things.close();
});

interface Company {
  companyId: string;
  userId: string;
}
const newCompany = (): Company => ({ companyId: randomUUID(), userId: randomUUID() });
const within = <Result>(company: Company, work: () => Promise<Result>) =>
  things.transactions.run(company.companyId, work);

/** Rows that publish their whole state, and how often that was made. */
function statedRows() {
  const titled = defineMessage({
    name: 'thing-changed.v1',
    owner: contract.owner,
    stateOf: ({ id }) => id,
    payload: z.object({ id: z.string(), version: z.int(), title: z.string(), others: z.int() }),
  });
  const made: string[] = [];
  const rows: ThingRows = new ThingRows(things.sourceFor(contract.owner), {
    message: messageOf(titled, async ({ companyId, id, version, title }: Thing) => {
      made.push(id);
      // count is read: shows that the payload is made at the end
      const text = 'SELECT count(*)::int AS others FROM things WHERE company_id = $1 AND id <> $2';
      const { client } = things.transactions.current(companyId);
      const { rows: counted } = await client.query<{ others: number }>(text, [companyId, id]);
      return { id, version, title, others: counted[0]?.others ?? 0 };
    }),
  });
  return { rows, made };
}

const plainRows = (options = {}) => new ThingRows(things.sourceFor(contract.owner), options);

const envelopes = async ({ companyId }: Company): Promise<Envelope[]> => {
  const text = "SELECT envelope FROM outbox WHERE envelope ->> 'companyId' = $1 ORDER BY id";
  return (await things.owner.query(text, [companyId])).rows.map(({ envelope }) => envelope);
};

/** The numbers of the changes of a company, in the order of their transactions. */
const numbers = async ({ companyId }: Company) =>
  within({ companyId, userId: '' }, async () => {
    const text = `SELECT transaction_id::text AS "transactionId", number FROM changes
      WHERE company_id = $1 ORDER BY transaction_id, number`;
    const { rows } = await things.transactions.current(companyId).client.query(text, [companyId]);
    return rows as { transactionId: string; number: string }[];
  });

describe('a resource that declares its message', () => {
  it('publishes its state when a row is added, changed, archived and restored', async () => {
    const [company, { rows }] = [newCompany(), statedRows()];
    const { id } = await within(company, () => rows.add(company, { title: 'a', secret: null }));
    await within(company, () => rows.change(company, id, wanting({ title: 'b' })));
    await within(company, () => rows.archive(company, id, undefined));
    await within(company, () => rows.restore(company, id, undefined));
    const published = await envelopes(company);
    expect(published.map(({ type, payload }) => [type, payload])).toEqual(
      ['a', 'b', 'b', 'b'].map((title, index) => [
        'thing-changed.v1',
        { id, version: index + 1, title, others: 0 },
      ]),
    );
    expect(published.map(({ change }) => change)).toEqual(await numbers(company));
  });

  it('publishes a row once in a transaction, as the transaction leaves it', async () => {
    const [company, { rows, made }] = [newCompany(), statedRows()];
    await within(company, async () => {
      const { id } = await rows.add(company, { title: 'a', secret: null });
      await rows.change(company, id, wanting({ title: 'b' }));
      await rows.add(company, { title: 'other', secret: null });
    });
    const published = await envelopes(company);
    expect(published.map(({ payload }) => payload)).toMatchObject([
      { version: 2, title: 'b', others: 1 },
      { version: 1, title: 'other', others: 1 },
    ]);
    expect(made).toHaveLength(2);
  });

  it('keeps nothing of a write whose message cannot be made', async () => {
    const company = newCompany();
    const numbered = defineMessage({ ...contract, payload: z.object({ number: z.int() }) });
    const rows = plainRows({ message: messageOf(numbered, () => ({ number: 0.5 })) });
    const adding = within(company, () => rows.add(company, { title: 'a', secret: null }));
    await expect(adding).rejects.toThrow('expected int');
    expect([await envelopes(company), await numbers(company)]).toEqual([[], []]);
  });
});

describe('a resource without a message', () => {
  it('publishes the bare change: names of members, never values', async () => {
    const company = newCompany();
    const rows = plainRows({ sensitive: ['secret'] });
    const { id } = await within(company, () => rows.add(company, { title: 'a title', secret: 'a secret' }));
    await within(company, () => rows.change(company, id, wanting({ secret: 'another secret' })));
    const published = await envelopes(company);
    const change = { resource: 'things', id, actorUserId: company.userId };
    expect(published.map(({ type, payload }) => [type, payload])).toEqual([
      [
        `${contract.owner}-resource-changed.v1`,
        { ...change, version: 1, operation: 'added', members: ['customFields', 'secret', 'title'] },
      ],
      [
        `${contract.owner}-resource-changed.v1`,
        { ...change, version: 2, operation: 'changed', members: ['secret'] },
      ],
    ]);
    expect(JSON.stringify(published)).not.toMatch(/a title|another secret|a secret/);
    expect(published.map(({ change: number }) => number)).toEqual(await numbers(company));
  });

  it('names the request and the trace that it came from', async () => {
    const company = newCompany();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await runInRequestContext({ requestId: 'request-1', traceparent, tracestate: 'a=1' }, () =>
      within(company, () => plainRows().add(company, { title: 'a', secret: null })),
    );
    expect(await envelopes(company)).toMatchObject([
      { requestId: 'request-1', traceparent, tracestate: 'a=1' },
    ]);
  });

  it('names no author of an anonymous row, in whatever the author does; it names others', async () => {
    const [author, title] = [newCompany(), 'anonymous'];
    const other = { ...newCompany(), companyId: author.companyId };
    const rows = plainRows({
      anonymous: { when: (row: Thing) => row.title === title, revealedTo: () => false, members: ['secret'] },
    });
    const asked = <Result>(clientId: string, work: () => Promise<Result>) =>
      runInRequestContext({ requestId: `request of ${clientId}`, clientId }, () => within(author, work));
    const { id } = await asked('one', () => rows.add(author, { title, secret: 'me' }));
    await asked('one', () => rows.change(author, id, wanting({ secret: null })));
    await asked('two', () => rows.archive(other, id, undefined));
    const published = await envelopes(author);
    expect(published.map(({ payload }) => (payload as { actorUserId: unknown }).actorUserId)).toEqual([
      null,
      null,
      other.userId,
    ]);
    expect(JSON.stringify(published)).not.toContain(author.userId);
    // The log names the user of a request.
    expect(published.map(({ requestId }) => requestId)).toEqual([undefined, undefined, 'request of two']);
    const { data } = await within(other, () => rows.history(other, id, { limit: 50 }));
    expect(data.map(({ changedByUserId }) => changedByUserId)).toEqual([other.userId, null, null]);
    expect(data.map(({ clientId }) => clientId)).toEqual(['two', null, null]);
    expect(data.map(({ requestId }) => requestId)).toEqual(['request of two', null, null]);
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${author.userId}|"me"`));
  });
});

describe('a process that is killed', () => {
  const write = (company: Company, { rows }: ReturnType<typeof statedRows>, plain: ThingRows) =>
    within(company, async () => {
      const { id } = await rows.add(company, { title: 'a', secret: null });
      await rows.change(company, id, wanting({ title: 'b' }));
      await plain.add(company, { title: 'c', secret: null });
    });

  const kept = async (company: Company) => {
    const text = 'SELECT 1 FROM things WHERE company_id = $1';
    const rows = await within(company, () =>
      things.transactions.current(company.companyId).client.query(text, [company.companyId]),
    );
    return [rows.rowCount, (await numbers(company)).length, (await envelopes(company)).length];
  };

  it('after any statement of a write leaves row, change and message, or none of them', async () => {
    const [stated, plain] = [statedRows(), plainRows()];
    const statements = await things.countStatements(() => write(newCompany(), stated, plain));
    expect(statements).toBeGreaterThan(10);
    for (let last = 1; last <= statements; last++) {
      const company = newCompany();
      await things.killAfter(last, () => write(company, stated, plain)).catch(() => undefined);
      const all = last === statements;
      expect([last, await kept(company)]).toEqual([last, all ? [2, 3, 2] : [0, 0, 0]]);
    }
  });
});

describe('the number of a change', () => {
  it('is read by the reader of the record and on the bus, once each, and no loss in Redis moves it', async () => {
    const company = newCompany();
    const plain = plainRows();
    const seen: string[] = [];
    let position = { transactionId: '0', number: '0' };
    const nameOf = ({ transactionId, number }: typeof position) => `${transactionId} ${number}`;
    const read = async () => {
      const text = `SELECT transaction_id::text AS "transactionId", number FROM changes
        WHERE company_id = $1 AND (transaction_id, number) > ($2::xid8, $3::bigint)
          AND transaction_id < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY transaction_id, number`;
      const { rows } = await within(company, () =>
        things.transactions
          .current(company.companyId)
          .client.query<typeof position>(text, [company.companyId, position.transactionId, position.number]),
      );
      for (const row of rows) seen.push(nameOf(row));
      position = rows.at(-1) ?? position;
    };

    const held: (() => void)[] = [];
    let writing = true;
    const write = async (turn: number) => {
      const work = within(company, async () => {
        await plain.add(company, { title: 'a', secret: null });
        if (turn % 20 === 7) await new Promise<void>((release) => held.push(release));
        if (turn % 10 === 3) throw new Error('rolled back');
      });
      await work.catch(() => undefined);
      held.shift()?.();
    };
    const [writers, writes] = [20, 5];
    const all = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let index = 0; index < writes; index++) await write(writer * writes + index);
      }),
    ).finally(() => {
      writing = false;
    });
    while (writing) {
      await read();
      held.shift()?.();
    }
    await all;
    const expected = writers * writes * 0.9;
    // Transactions of other databases of the server hold the snapshot of the reader back.
    await eventually(async () => {
      await read();
      expect(seen.length).toBeGreaterThanOrEqual(expected);
    });
    expect([seen.length, new Set(seen).size]).toEqual([expected, expected]);

    const texts = async () =>
      (await redis.xrange(streamOf(contract), '-', '+')).map(([, fields]) => envelopeOf(fields));
    const numberOf = (text: string) => nameOf(JSON.parse(text).change);
    const relay = things.relayFor(contract.owner);
    await eventually(async () => expect(await texts()).toHaveLength(expected));
    const before = await texts();
    expect(before.map(numberOf).sort()).toEqual([...seen].sort());

    await redis.del(streamOf(contract));
    relay.wake();
    await eventually(async () => expect(await texts()).toEqual(before));
    await redis.set(retellRequestFor(contract.owner), 'spec');
    relay.wake();
    await eventually(async () => expect(await texts()).toEqual([...before, ...before]));
    await redis.xtrim(streamOf(contract), 'MAXLEN', 0);
    relay.wake();
    await eventually(async () => expect(await texts()).toEqual(before));
  });
});
