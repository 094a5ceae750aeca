import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Listener, listen } from '@safety/testing';
import { isPublicAddress, publicLookup } from './public-address.js';
import { callPublicly, isAllowedHost } from './public-call.js';

/** A call of one who trusts these hosts. */
const call = (url: string, allowedHosts: string[] = []): Promise<void> =>
  callPublicly({ url: new URL(url), userAgent: 'spec', allowedHosts });

const inside = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[fc00::1]',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:a00:1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001::1]',
  '[64:ff9b:1::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[3fff:fff:ffff::1]',
];

describe('a public call', () => {
  it.each(inside)('never leads to %s', async (host) => {
    expect(isPublicAddress(host)).toBe(false);
    await expect(call(`http://${host}/`)).rejects.toThrow('private address');
  });

  it.each(['8.8.8.8', '93.184.215.14', '[2606:4700::1111]', '[3ffe::1]', 'client.example'])(
    'may lead to %s',
    (host) => {
      expect(isPublicAddress(host)).toBe(true);
    },
  );

  it.each(['http://2130706433/', 'http://0x7f.1/', 'http://127.0.0.1.:80/'])(
    'is read as a browser reads it: %s is loopback',
    async (uri) => {
      await expect(call(uri)).rejects.toThrow('private address');
    },
  );

  it('never leads to a name of this machine, unless it is allowed by name and port', async () => {
    await expect(call('http://localhost:9/', ['localhost:9090'])).rejects.toThrow('is not resolved');
  });
});

describe('a host that may lie inside', () => {
  it.each([
    ['https://app.corp/logout', 'app.corp:443', true],
    ['https://app.corp/logout', 'app.corp', true],
    ['https://app.corp/logout', 'app.corp:80', false],
    ['http://app.corp/logout', 'app.corp:80', true],
    ['http://app.corp/logout', 'app.corp:443', false],
    ['https://app.corp:8443/logout', 'app.corp:8443', true],
    ['https://app.corp:8443/logout', 'app.corp', false],
    ['https://[::1]/logout', '[::1]:443', true],
  ])('%s is called for %s: %s', (uri, allowed, isAllowed) => {
    expect(isAllowedHost(new URL(uri), ['localhost:9090', allowed])).toBe(isAllowed);
  });
});

describe('the answer and the headers of a public call', () => {
  let receiver: Listener;
  let received: IncomingHttpHeaders[];
  let answer: [status: number, headers: OutgoingHttpHeaders];
  beforeAll(async () => {
    receiver = await listen((request, response) => {
      received.push(request.headers);
      response.writeHead(...answer).end();
    });
  });
  beforeEach(() => {
    [received, answer] = [[], [200, {}]];
  });
  afterAll(() => receiver.close());

  const callWith = (headers: Record<string, string>, body?: { type: string; text: string }) => {
    const url = new URL(receiver.url);
    return callPublicly({ url, userAgent: 'spec', allowedHosts: [url.host], headers, ...(body && { body }) });
  };

  it.each([200, 202, 204])('%d: taken', async (status) => {
    answer = [status, {}];
    await callWith({});
    expect(received).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308, 400, 404, 500])('%d: not taken, and followed nowhere', async (status) => {
    answer = [status, { location: `${receiver.url}/elsewhere` }];
    await expect(callWith({})).rejects.toThrow(`The receiver answered ${status}`);
    expect(received).toHaveLength(1);
  });

  it('101: not taken, as no answer', async () => {
    const switching = createTcpServer((socket) =>
      socket.once('data', () => {
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
      }),
    ).listen(0, '127.0.0.1');
    await once(switching, 'listening');
    const { host } = new URL(`http://127.0.0.1:${(switching.address() as AddressInfo).port}`);
    await expect(call(`http://${host}/`, [host])).rejects.toThrow('without an answer');
    switching.close();
  });

  it('sends its own headers, which a given one does not replace', async () => {
    await callWith({ 'x-signature': 'abc', 'user-agent': 'other' }, { type: 'text/plain', text: 'Hello' });
    expect(received).toMatchObject([
      {
        'x-signature': 'abc',
        'user-agent': 'spec',
        'cache-control': 'no-store',
        'content-type': 'text/plain',
      },
    ]);
  });

  it.each(['a\r\nx-injected: 1', 'a\nb', 'a\rb', 'a\0b'])(
    'sends nothing with a header of %j',
    async (value) => {
      await expect(callWith({ 'x-signature': value })).rejects.toThrow('Invalid character in header content');
      await expect(callWith({ [value]: 'x' })).rejects.toThrow('Header name must be a valid HTTP token');
      expect(received).toEqual([]);
    },
  );
});

describe('the name of a public call', () => {
  const A = 1;
  const AAAA = 28;
  const sockets: Socket[] = [];
  const resolvers: Resolver[] = [];

  afterEach(() => {
    for (const resolver of resolvers.splice(0)) resolver.cancel();
    for (const socket of sockets.splice(0)) socket.close();
  });

  /**
   * A name server that gives every name these addresses (as bytes) or none, or never answers; and what asks
   * it.
   */
  async function nameServer(addresses: { [type: number]: number[] } | 'silent') {
    const socket = createSocket('udp4');
    sockets.push(socket);
    socket.on('message', (query, from) => {
      if (addresses !== 'silent') socket.send(answer(query, addresses), from.port, from.address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const lookup = publicLookup(() => {
      const resolver = new Resolver({ timeout: 5_000, tries: 1 });
      resolver.setServers([`127.0.0.1:${socket.address().port}`]);
      resolvers.push(resolver);
      return resolver;
    });
    return {
      socket,
      lookup: promisify(lookup) as (name: string, options: { all: true }) => Promise<unknown>,
    };
  }

  /** RFC 1035 section 4: the question as it came, and behind it at most one address. */
  function answer(query: Buffer, addresses: { [type: number]: number[] }): Buffer {
    const endOfName = query.indexOf(0, 12) + 1;
    const type = query.readUInt16BE(endOfName);
    const data = addresses[type];
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0]);
    const question = query.subarray(12, endOfName + 4);
    const record = data ? [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data] : [];
    return Buffer.concat([head, question, Buffer.from(record)]);
  }

  it('leads to its addresses of both kinds', async () => {
    const six = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];
    const { lookup } = await nameServer({ [A]: [8, 8, 8, 8], [AAAA]: six });
    expect(await lookup('client.example', { all: true })).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('may have addresses of one kind only', async () => {
    const { lookup } = await nameServer({ [A]: [8, 8, 8, 8] });
    expect(await lookup('client.example', { all: true })).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it.each([
    ['its only one', { [A]: [10, 0, 0, 1] }],
    ['the other kind', { [A]: [8, 8, 8, 8], [AAAA]: [...Array(15).fill(0), 1] }],
  ])('leads nowhere when an address of it is inside: %s', async (_, addresses) => {
    const { lookup } = await nameServer(addresses);
    await expect(lookup('client.example', { all: true })).rejects.toThrow('private address');
  });

  it('holds up nobody else while its name server says nothing', async () => {
    const receiver = createServer((_, response) => response.end()).listen(0);
    await once(receiver, 'listening');
    const host = `localhost:${(receiver.address() as AddressInfo).port}`;
    const { socket, lookup } = await nameServer('silent');
    let ended = 0;
    const asking = Array.from({ length: 10 }, (_, number) =>
      lookup(`client-${number}.example`, { all: true }).finally(() => ended++),
    );
    const outcomes = Promise.allSettled(asking);
    await once(socket, 'message');
    await call(`http://${host}/`, [host]);
    expect(ended).toBe(0);
    for (const resolver of resolvers) resolver.cancel();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        reason: { message: expect.stringMatching(/client-\d.example is not resolved: ECANCELLED/) },
      });
    }
    receiver.close();
  });
});
