import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@safety/testing';
import { migrations } from '../testing/notes.js';
import { prepareDatabase } from './prepare-database.js';
import { prepareOrFindPrepared } from './prepare-or-find-prepared.js';

/** The answer of a server that says its code, as the protocol has it, and closes. */
const refusal = (code: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`);
  const header = Buffer.from('E\0\0\0\0');
  header.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
};

let database: TestDatabase;
let address: AddressInfo;
let server: Server;
let lines: string[];
const sockets = new Set<Socket>();

beforeAll(async () => {
  database = await createTestDatabase('away', (urls) => prepareDatabase({ ...urls, migrations }));
});

/** Leads to PostgreSQL. */
const through = (near: Socket): void => {
  const { hostname, port } = new URL(database.ownerUrl);
  const far = connect(Number(port || 5432), hostname);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(one);
    one.on('error', () => other.destroy());
  }
  near.pipe(far).pipe(near);
};

const listen = async (answer: (near: Socket) => void, port = 0): Promise<void> => {
  server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  address = server.address() as AddressInfo;
};

const close = async (): Promise<void> => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
};

beforeEach(() => {
  lines = [];
});

afterEach(close);
afterAll(() => database.drop());

const at = (url: string): string => Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href;

const prepared = (as: 'owner' | 'service', withinMs = 60_000, change = (url: string) => url) => {
  const info = (_: object, message: string) => void lines.push(message);
  return prepareOrFindPrepared({
    serviceUrl: change(at(database.serviceUrl)),
    ownerUrl: as === 'owner' ? change(at(database.ownerUrl)) : undefined,
    migrations,
    patience: { withinMs, log: { info, warn: info } },
  });
};

const gone = () => `PostgreSQL at 127.0.0.1:${address.port} cannot be reached`;

describe.each(['owner', 'service'] as const)('a preparation as the %s', (as) => {
  it('waits while nobody listens, and goes on by itself', async () => {
    await listen(through);
    await close();
    const ready = prepared(as);
    await eventually(() =>
      expect(lines).toEqual([
        `preparation: waits, ${gone()} (connect ECONNREFUSED 127.0.0.1:${address.port})`,
      ]),
    );
    await listen(through, address.port);
    await ready;
  });

  it.each(['57P03', '53300'])('waits while PostgreSQL answers with %s', async (code) => {
    let refused = 0;
    await listen((near) => {
      if (refused++ > 0) return through(near);
      sockets.add(near);
      near.once('data', () => near.end(refusal(code)));
    });
    await prepared(as);
    expect(lines).toEqual([`preparation: waits, ${gone()} (not now)`]);
  });

  it('gives up at its time, and says so', async () => {
    await listen((near) => void near.destroy());
    await expect(prepared(as, 0)).rejects.toThrow(`Gave up after 0 s: ${gone()}`);
  });
});

it('the owner does not wait where the password is wrong', async () => {
  await listen(through);
  const another = (url: string) => Object.assign(new URL(url), { password: 'another' }).href;
  await expect(prepared('owner', 60_000, another)).rejects.toMatchObject({ code: '28P01' });
  expect(lines).toEqual([]);
});
