import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commandsOfScript } from '@safety/testing';
import { Redis } from 'ioredis';
import { OWNERS } from '../owners.js';
import { publishingSettingsSchema } from '../settings.js';
import { deadLettersOf, ENVELOPE_FIELD, repeatsFor, retellRequestFor } from '../streams.js';
import { envelopeOf } from '../testing/bus.js';
import { busCommand } from './bus-command.js';
import type { BusStatus } from './bus-status.js';

const url = process.env['REDIS_URL'] ?? '';
let redis: Redis;
let service: string;

beforeAll(() => {
  redis = new Redis(url);
});
beforeEach(() => {
  service = `service-${randomUUID()}`;
});
afterAll(() => redis.quit());

async function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await busCommand(
    args,
    { REDIS_URL: url },
    (line) => out.push(line),
    (line) => err.push(line),
  );
  return { code, out, err };
}

const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out[0] ?? '');

async function setAside(number: number): Promise<string> {
  const envelope = JSON.stringify(envelopeOf(number));
  const fields = ['stream', 'bus:training', 'message', '1-0', ENVELOPE_FIELD, envelope];
  return (await redis.xadd(deadLettersOf(service), '*', ...fields)) ?? '';
}

describe('bus status', () => {
  it('0: what a service has not taken, has under way, and has set aside', async () => {
    const stream = `bus:${service}`;
    await redis.xgroup('CREATE', stream, 'reader', '0', 'MKSTREAM');
    for (let number = 1; number <= 5; number++) await redis.xadd(stream, `${number}-0`, ENVELOPE_FIELD, '{}');
    await redis.xreadgroup('GROUP', 'reader', 'one', 'COUNT', 2, 'STREAMS', stream, '>');
    await setAside(1);
    const { readers, deadLetters } = await json('status');
    expect(readers).toContainEqual({ stream, service: 'reader', waiting: 3, pending: 2 });
    expect(deadLetters[service]).toBe(1);
    const { code, out } = await run('status');
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.arrayContaining([
        `${stream} -> reader: 3 waiting, 2 under way`,
        `${service}: 1 dead letter`,
      ]),
    });
  });
});

describe('bus status, where entries were deleted', () => {
  const add = (id: string) => redis.xadd(`bus:${service}`, id, ENVELOPE_FIELD, '{}');
  const take = (count: number) =>
    redis.xreadgroup('GROUP', 'reader', 'one', 'COUNT', count, 'NOACK', 'STREAMS', `bus:${service}`, '>');
  const waiting = async () => {
    const { readers } = (await json('status')) as BusStatus;
    return readers.find(({ stream }) => stream === `bus:${service}`)?.waiting;
  };

  beforeEach(async () => {
    await redis.xgroup('CREATE', `bus:${service}`, 'reader', '0', 'MKSTREAM');
    for (const id of ['1-0', '2-0', '3-0']) await add(id);
    await take(1);
  });

  it('0: none waits for a reader that has taken what was published since', async () => {
    await redis.xdel(`bus:${service}`, '2-0');
    await take(1);
    await add('4-0');
    await take(1);
    expect(await waiting()).toBe(0);
  });

  it('0: none waits when all that followed are gone, and what comes then does', async () => {
    await redis.xdel(`bus:${service}`, '2-0', '3-0');
    expect(await waiting()).toBe(0);
    await add('4-0');
    expect(await waiting()).not.toBe(0);
  });
});

describe('bus replay, discard and dead', () => {
  it('0: all, or those that are named', async () => {
    const [first, second, third] = [await setAside(1), await setAside(2), await setAside(3)];
    expect(await json('dead', service)).toMatchObject([
      { id: first, stream: 'bus:training' },
      { id: second },
      { id: third },
    ]);
    expect(await json('replay', service, second)).toEqual({ replayed: 1 });
    expect(await json('discard', service, third)).toEqual({ discarded: 1 });
    expect(await json('replay', service)).toEqual({ replayed: 1 });
    const again = await redis.xrange(repeatsFor(service), '-', '+');
    expect(again.map(([, [, text]]) => JSON.parse(text ?? '').payload.number)).toEqual([2, 1]);
    expect(await json('dead', service)).toEqual([]);
  });

  it('2: a dead letter that there is not, and then nothing is touched', async () => {
    const id = await setAside(1);
    const { code, err } = await run('replay', service, id, '1-1');
    expect({ code, err }).toEqual({ code: 2, err: [`${service} has no dead letter 1-1.`] });
    expect(await json('dead', service)).toHaveLength(1);
  });

  it('0: the youngest of more than are shown', async () => {
    const script =
      'for i = 1, 1000 do redis.call("XADD", KEYS[1], i .. "-0", "stream", "bus:training", "envelope", "{}") end';
    await redis.eval(script, 1, deadLettersOf(service));
    const [older, younger] = [await setAside(1), await setAside(2)];
    expect(await json('replay', service, younger, older, younger)).toEqual({ replayed: 2 });
    const again = await redis.xrange(repeatsFor(service), '-', '+');
    expect(again.map(([, [, text]]) => JSON.parse(text ?? '').payload.number)).toEqual([1, 2]);
    expect(await redis.xlen(deadLettersOf(service))).toBe(1000);
  });

  it('0: the oldest thousand given, however many are read at once', async () => {
    const script =
      'for i = 1, 1005 do redis.call("XADD", KEYS[1], i .. "-0", "stream", "bus:training", "envelope", "{}") end';
    await redis.eval(script, 1, deadLettersOf(service));
    expect(await json('dead', service)).toHaveLength(1000);
    expect(await json('replay', service)).toEqual({ replayed: 1000 });
    expect((await json('dead', service)).map(({ id }: { id: string }) => id)).toEqual(
      [1001, 1002, 1003, 1004, 1005].map((number) => `${number}-0`),
    );
  });

  it('0: shows no more of the largest ones than the memory of a process holds', async () => {
    const script =
      'for i = 1, 45 do redis.call("XADD", KEYS[1], i .. "-0", "stream", "bus:training", "envelope", ARGV[1]) end';
    await redis.eval(script, 1, deadLettersOf(service), 'x'.repeat(2 ** 20));
    expect(await json('dead', service)).toHaveLength(20);
    expect(await redis.xlen(deadLettersOf(service))).toBe(45);
  });

  it.each(['nonsense', '+', '1', '99999999999999999999999-0'])('2: %s is no dead letter', async (id) => {
    await redis.xadd(deadLettersOf(service), '1-0', 'stream', 'bus:training', ENVELOPE_FIELD, '{}');
    const { code, err } = await run('replay', service, id);
    expect({ code, err }).toEqual({ code: 2, err: [`${service} has no dead letter ${id}.`] });
  });

  it('1: what cannot be given stays a dead letter', async () => {
    await setAside(1);
    await redis.set(repeatsFor(service), 'not a stream');
    expect(await run('replay', service)).toMatchObject({
      code: 1,
      err: [expect.stringContaining('WRONGTYPE')],
    });
    expect(await json('dead', service)).toHaveLength(1);
  });

  it('0: a dead letter that had no envelope shows none', async () => {
    await redis.xadd(
      deadLettersOf(service),
      '*',
      'stream',
      'bus:training',
      'message',
      '1-0',
      'other',
      'envelope',
    );
    expect(await json('dead', service)).toMatchObject([{ stream: 'bus:training', envelope: '' }]);
  });

  it('2: discard without a name', async () => {
    await setAside(1);
    const sentence = 'Name the dead letters to forget.';
    expect(await run('discard', service)).toEqual({ code: 2, out: [], err: [sentence] });
  });

  it.each([['dead'], ['replay'], ['discard', '1-0']])(
    '2: %s of a service that is not on the bus, and those that are',
    async (command, ...ids) => {
      await setAside(1);
      await redis.xgroup('CREATE', 'bus:training', `reader-of-${service}`, '0', 'MKSTREAM');
      const { code, out, err } = await run(command, 'nonsense', ...ids);
      expect({ code, out, err }).toEqual({
        code: 2,
        out: [],
        err: [expect.stringMatching(/, not nonsense\.$/)],
      });
      for (const name of ['hazards-events', service, `reader-of-${service}`]) expect(err[0]).toContain(name);
    },
  );

  it('0: nothing of a service that has set nothing aside', async () => {
    expect(await run('dead', 'hazards-events')).toEqual({ code: 0, out: [], err: [] });
    expect((await run('replay', 'hazards-events')).out).toEqual(['0 given to hazards-events once more']);
  });
});

describe('bus retell', () => {
  it('0: the service finds the request', async () => {
    expect((await run('retell', 'accounts')).code).toBe(0);
    expect(await redis.get(retellRequestFor('accounts'))).toBe('operator');
  });

  it.each(['nonsense', 'gateway'])(
    '2: %s, which owns no messages, and nothing is left in Redis',
    async (name) => {
      const sentence = `retell takes one of accounts, hazards-events, identity, personnel-org, training, not ${name}.`;
      expect(await run('retell', name)).toEqual({ code: 2, out: [], err: [sentence] });
      expect(await redis.exists(retellRequestFor(name))).toBe(0);
    },
  );
});

describe('bus keys', () => {
  const withoutRedis = async (...args: string[]) => {
    const out: string[] = [];
    const code = await busCommand(
      [...args],
      {},
      (line) => out.push(line),
      (line) => out.push(line),
    );
    return { code, out };
  };

  it('0: new keys of every service, which fit together', async () => {
    const { code, out } = await withoutRedis('keys', '--json');
    const { signingKeys, publicKeys } = JSON.parse(out[0] ?? '');
    expect([code, Object.keys(signingKeys)]).toEqual([0, OWNERS]);
    for (const owner of OWNERS) {
      const given = { REDIS_URL: url, BUS_PUBLIC_KEYS: publicKeys, BUS_SIGNING_KEY: signingKeys[owner] };
      const settings = publishingSettingsSchema.parse(given);
      expect(settings.BUS_PUBLIC_KEYS.include(owner, settings.BUS_SIGNING_KEY)).toBe(true);
    }
  });

  it('0: of one service, other ones each time', async () => {
    const [one, other] = [await withoutRedis('keys', 'training'), await withoutRedis('keys', 'training')];
    expect(one).toEqual({
      code: 0,
      out: [
        expect.stringMatching(/^BUS_SIGNING_KEY of training: [\w+/]{43}=$/),
        expect.stringMatching(/^BUS_PUBLIC_KEYS of every service: training:[\w+/]{43}=$/),
      ],
    });
    expect(other.out).not.toEqual(one.out);
  });

  it('2: of a service that publishes nothing', async () => {
    expect(await withoutRedis('keys', 'gateway')).toEqual({
      code: 2,
      out: [`keys takes some of ${OWNERS.join(', ')}, not gateway.`],
    });
  });
});

describe('bus, wrongly used', () => {
  /** Where REDIS_URL leads nowhere. */
  const withInput = async (text: string) => {
    const err: string[] = [];
    const code = await busCommand(
      ['status', '--redis', '-'],
      { REDIS_URL: 'redis://127.0.0.1:1' },
      () => undefined,
      (line) => err.push(line),
      Readable.from([text]),
    );
    return { code, err };
  };

  it.each([
    [[], 'No command given: see --help.'],
    [['explode'], 'Unknown command explode: see --help.'],
    [['toString'], 'Unknown command toString: see --help.'],
    [['dead'], 'dead needs the name of a service.'],
    [['status', 'x'], 'Unexpected argument x: see --help.'],
    [['dead', 'hazards-events', 'extra'], 'Unexpected argument extra: see --help.'],
    [['restored'], 'restored needs the name of a service.'],
    [['restored', 'gateway'], `restored takes one of ${OWNERS.join(', ')}, not gateway.`],
    [
      ['restored', 'training'],
      'restored needs the DATABASE_URL, BUS_PUBLIC_KEYS and BUS_SIGNING_KEY of the service.',
    ],
    [['retell', 'accounts', 'extra'], 'Unexpected argument extra: see --help.'],
  ])('2: %j', async (args, sentence) => {
    expect(await run(...args)).toEqual({ code: 2, out: [], err: [sentence] });
  });

  it('2: an unknown option', async () => {
    expect(await run('status', '--all')).toMatchObject({ code: 2, err: [expect.stringContaining('--all')] });
  });

  it('2 without REDIS_URL, 1 where no Redis answers: one sentence', async () => {
    const err: string[] = [];
    const to = (line: string) => void err.push(line);
    expect(await busCommand(['status'], {}, to, to)).toBe(2);
    expect(await busCommand(['status'], { REDIS_URL: 'redis://127.0.0.1:1' }, to, to)).toBe(1);
    expect(err).toEqual([
      'Set REDIS_URL to the Redis of the suite.',
      expect.stringContaining('Redis at REDIS_URL does not answer: connect ECONNREFUSED 127.0.0.1:1'),
    ]);
  });

  it('1 where Redis refuses the password: its reason and the option, never the password', async () => {
    const address = new URL(url);
    [address.username, address.password] = ['operator', 'hunter2'];
    const { code, out, err } = await run('status', '--redis', address.href);
    expect({ code, out }).toEqual({ code: 1, out: [] });
    expect(err).toEqual([expect.stringContaining('Redis at --redis refuses its user: WRONGPASS')]);
    expect(err.join()).not.toContain('hunter2');
  });

  it('1 where Redis has no such database, and nothing is shown of another one', async () => {
    const address = new URL('/999999', url);
    const { code, out, err } = await run('status', '--redis', address.href);
    expect({ code, out }).toEqual({ code: 1, out: [] });
    expect(err).toEqual(['Redis at --redis refuses its database: ERR DB index is out of range']);
  });

  it('0: --redis - takes the first line of standard input, without the spaces around it', async () => {
    expect(await withInput(` ${url} \r\nredis://127.0.0.1:1\n`)).toMatchObject({ code: 0, err: [] });
    expect(await withInput(url)).toMatchObject({ code: 0, err: [] });
  });

  it.each([
    ['', 'Standard input has no address of Redis in its first line.'],
    [' \n', 'Standard input has no address of Redis in its first line.'],
    [`\n${url}\n`, 'Standard input has no address of Redis in its first line.'],
    ['nonsense:secret\n', expect.stringMatching(/^--redis has to be redis:\/\/(?!.*secret)/)],
  ])('2: --redis - with %j in standard input', async (text, sentence) => {
    expect(await withInput(text)).toEqual({ code: 2, err: [sentence] });
  });

  it('0: --help names every command', async () => {
    const { code, out } = await run('--help');
    for (const name of ['status', 'dead', 'replay', 'discard', 'retell', 'restored', 'keys'])
      expect(out.join()).toContain(name);
    expect(code).toBe(0);
  });
});

it.each(commandsOfScript('bus'))('a document names $command, which there is', async ({ command }) => {
  expect((await run('--help')).out.join('\n')).toMatch(new RegExp(`^  ${command} `, 'm'));
});
