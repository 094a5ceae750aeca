import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { repositoryRoot } from '../project.js';
import { newSecrets } from '../suite/secrets.js';
import { addServiceUsers, removeServiceUsers, type ServiceUsers, urlOfUser } from './service-users.js';
import { aclFile, type RedisUser, redisUsers } from './users.js';

const url = process.env['REDIS_URL'] ?? '';
const users: ServiceUsers = {
  prefix: `spec_${randomBytes(4).toString('hex')}_`,
  passwords: newSecrets().redisPasswords,
};
const owners = ['identity', 'accounts', 'hazards-events', 'personnel-org', 'training'] as const;

let administrator: Redis;
const connections = new Map<RedisUser, Redis>();

beforeAll(async () => {
  administrator = new Redis(url);
  expect(await addServiceUsers(url, users)).toBeUndefined();
  for (const user of redisUsers)
    connections.set(user, new Redis(urlOfUser(url, user, users), { disableClientInfo: true }));
});

afterAll(async () => {
  for (const redis of connections.values()) redis.disconnect();
  await removeServiceUsers(url, users.prefix);
  await administrator.quit();
});

type Command = readonly [name: string, ...args: (string | number)[]];

/** Why Redis refuses a command, or `done`; other errors are about the data. */
async function outcome(user: RedisUser, [name, ...args]: Command): Promise<string> {
  try {
    await connections.get(user)?.call(name, ...args);
    return 'done';
  } catch (error) {
    // DEBUG is refused to everybody by the usual configuration, before anybody's rights are looked at.
    return /NOPERM|user executing the script can't|^ERR DEBUG command not allowed/.test(
      (error as Error).message,
    )
      ? 'refused'
      : 'done';
  }
}

const outcomes = async (user: RedisUser, commands: readonly Command[]): Promise<string[]> => {
  const results: string[] = [];
  for (const command of commands) results.push(`${command.join(' ')}: ${await outcome(user, command)}`);
  return results;
};
const all = (commands: readonly Command[], result: string): string[] =>
  commands.map((command) => `${command.join(' ')}: ${result}`);

/** The commands that change a stream. */
const changes = (stream: string): Command[] => [
  ['XADD', stream, '*', 'envelope', '{}'],
  ['XTRIM', stream, 'MAXLEN', 0],
  ['XDEL', stream, '1-0'],
  ['DEL', stream],
  ['UNLINK', stream],
  ['SET', stream, 'x'],
  ['RENAME', stream, `${stream}:elsewhere`],
  ['COPY', stream, `${stream}:elsewhere`],
  ['RESTORE', stream, 0, 'x'],
  ['EXPIRE', stream, 1],
  ['XGROUP', 'DESTROY', stream, 'somebody'],
  ['XGROUP', 'SETID', stream, 'somebody', '$'],
  ['XSETID', stream, '1-0'],
];

const ofAdministrators: Command[] = [
  ['CONFIG', 'GET', '*'],
  ['CONFIG', 'SET', 'appendonly', 'no'],
  ['FLUSHDB'],
  ['FLUSHALL'],
  ['SWAPDB', 0, 1],
  ['KEYS', '*'],
  ['RANDOMKEY'],
  ['DBSIZE'],
  ['EVAL', "return redis.call('DBSIZE')", 0],
  ['ACL', 'LIST'],
  ['ACL', 'SETUSER', 'mine', 'on'],
  ['ACL', 'WHOAMI'],
  ['DEBUG', 'SLEEP', 0],
  ['SCRIPT', 'FLUSH'],
  ['SCRIPT', 'KILL'],
  ['FUNCTION', 'FLUSH'],
  ['MONITOR'],
  ['CLIENT', 'LIST'],
  ['CLIENT', 'KILL', 'ID', 1],
  ['CLIENT', 'PAUSE', 1],
  ['SHUTDOWN', 'NOSAVE'],
  ['REPLICAOF', 'NO', 'ONE'],
  ['SAVE'],
  ['MODULE', 'LIST'],
  ['SLOWLOG', 'GET'],
  ['PUBLISH', 'channel', 'x'],
  ['SUBSCRIBE', 'channel'],
];

describe.each(redisUsers)('%s', (user) => {
  it('is refused what is the administrators’', async () => {
    expect(await outcomes(user, ofAdministrators)).toEqual(all(ofAdministrators, 'refused'));
  });

  it('is refused to go through the keys, unless it is the operator', async () => {
    const commands: Command[] = [
      ['SCAN', 0],
      ['SCAN', 0, 'MATCH', `${user}:*`],
    ];
    expect(await outcomes(user, commands)).toEqual(all(commands, user === 'operator' ? 'done' : 'refused'));
  });

  it('is refused every change of a stream of somebody else', async () => {
    const foreign = owners.filter((owner) => owner !== user);
    const commands = [
      ...foreign.map((owner) => `bus:${owner}`),
      ...(user === 'identity' ? [] : ['bus:identity:audit']),
    ].flatMap(changes);
    expect(await outcomes(user, commands)).toEqual(all(commands, 'refused'));
  });

  it('is refused the keys of somebody else, to read, to change and in a script', async () => {
    const foreign = [
      ...(user === 'identity' ? [] : ['identity:interaction:x']),
      ...(user === 'gateway' ? [] : ['gateway:bucket:x']),
      'other',
    ];
    const commands = foreign.flatMap((key): Command[] => [
      ['GET', key],
      ['HGETALL', key],
      ['HSET', key, 'value', 'x'],
      ['SET', key, 'x'],
      ['DEL', key],
      ['DUMP', key],
      ['EVAL', "return redis.call('GET', KEYS[1])", 1, key],
    ]);
    expect(await outcomes(user, commands)).toEqual(all(commands, 'refused'));
  });

  it('is refused what another service has set aside, and what it is given once more', async () => {
    if (user === 'operator') return;
    const commands = owners
      .filter((owner) => owner !== user)
      .flatMap((owner): Command[] => [
        ['XADD', `bus:dead:${owner}`, '*', 'a', 'b'],
        ['XRANGE', `bus:dead:${owner}`, '-', '+'],
        ['XADD', `bus:again:${owner}`, '*', 'a', 'b'],
        ['XREADGROUP', 'GROUP', owner, 'x', 'STREAMS', `bus:again:${owner}`, '>'],
        ['HINCRBY', `bus:failures:${owner}`, 'x', 1],
      ]);
    expect(await outcomes(user, commands)).toEqual(all(commands, 'refused'));
  });
});

describe('what its work needs is allowed', () => {
  const publishing = (owner: string): Command[] => [
    ['WATCH', `bus:${owner}`],
    ['XREVRANGE', `bus:${owner}`, '+', '-', 'COUNT', 1],
    ['XINFO', 'STREAM', `bus:${owner}`],
    ['UNWATCH'],
    ['MULTI'],
    ['XADD', `bus:${owner}`, '*', 'envelope', '{}'],
    ['EXEC'],
    ['XTRIM', `bus:${owner}`, 'MINID', '~', '0-0'],
    ['XINFO', 'GROUPS', `bus:${owner}`],
    ['XPENDING', `bus:${owner}`, 'group'],
    ['XLEN', `bus:${owner}`],
    ['EXISTS', `bus:${owner}`],
    ['EXISTS', `bus:retell:${owner}`],
    ['DEL', `bus:retell:${owner}`],
  ];
  const hearing = (...of: string[]): Command[] => [
    ...of.map((owner): Command => ['XREVRANGE', `bus:${owner}`, '+', '-', 'COUNT', 1]),
    ['XREAD', 'COUNT', 1, 'STREAMS', ...of.map((owner) => `bus:${owner}`), ...of.map(() => '0')],
  ];
  const applying = (group: string, ...of: string[]): Command[] => {
    const streams = [...of.map((owner) => `bus:${owner}`), `bus:again:${group}`];
    return [
      ...streams.flatMap((stream): Command[] => [
        ['XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM'],
        ['XINFO', 'CONSUMERS', stream, group],
        ['XINFO', 'STREAM', stream],
        ['XINFO', 'GROUPS', stream],
        ['XPENDING', stream, group],
        ['XREVRANGE', stream, '+', '-', 'COUNT', 1],
        ['XGROUP', 'DELCONSUMER', stream, group, 'gone'],
        ['XAUTOCLAIM', stream, group, 'x', 1, '0'],
        ['XRANGE', stream, '-', '+'],
        ['XACK', stream, group, '1-0'],
      ]),
      ['XREADGROUP', 'GROUP', group, 'x', 'COUNT', 1, 'STREAMS', ...streams, ...streams.map(() => '>')],
      ['HINCRBY', `bus:failures:${group}`, 'x', 1],
      ['HDEL', `bus:failures:${group}`, 'x'],
      ['XADD', `bus:dead:${group}`, 'MAXLEN', '~', 10, '*', 'stream', 'x'],
      ['XREVRANGE', `bus:dead:${group}`, '+', '-', 'COUNT', 1],
      ...of.map((owner): Command => ['SET', `bus:retell:${owner}`, group]),
    ];
  };
  const limiting: Command[] = [
    ['EVAL', "return redis.call('TIME')", 0],
    ['EVAL', "redis.call('SET', KEYS[1], '1', 'PX', 1)", 1, 'gateway:a'],
    ['EVAL', "return redis.call('GET', KEYS[1])", 1, 'gateway:a'],
  ];
  const keeping: Command[] = [
    ['MULTI'],
    ['DEL', 'identity:a'],
    ['HSET', 'identity:a', 'value', 'x'],
    ['EXPIRE', 'identity:a', 60],
    ['EXEC'],
    ['HGETALL', 'identity:a'],
    ['EVAL', "redis.call('EXISTS', KEYS[1]) redis.call('HSETNX', KEYS[1], 'a', '1')", 1, 'identity:a'],
    ['EVAL', "redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], 'a', '1')", 1, 'identity:a'],
    ['EVAL', "redis.call('EXPIRE', KEYS[1], 1)", 1, 'identity:a'],
    ['DEL', 'identity:a'],
  ];
  const needed: Record<RedisUser, Command[]> = {
    gateway: [...hearing('identity', 'accounts'), ...limiting],
    identity: [
      ...publishing('identity'),
      ['XADD', 'bus:identity:audit', 'MAXLEN', '~', 10, '*', 'envelope', '{}'],
      ...hearing('identity'),
      ...applying('identity', 'accounts'),
      ...keeping,
    ],
    accounts: [
      ...publishing('accounts'),
      ...hearing('identity'),
      ...applying('accounts', 'identity', 'personnel-org'),
    ],
    'hazards-events': [
      ...publishing('hazards-events'),
      ...hearing('accounts', 'identity'),
      ...applying('hazards-events', 'accounts', 'personnel-org', 'training'),
    ],
    'personnel-org': [
      ...publishing('personnel-org'),
      ...hearing('accounts', 'identity'),
      ...applying('personnel-org', 'accounts', 'training'),
    ],
    training: [
      ...publishing('training'),
      ...hearing('accounts', 'identity'),
      ...applying('training', 'accounts', 'personnel-org'),
    ],
    operator: [
      ['SCAN', 0, 'MATCH', 'bus:*', 'TYPE', 'stream'],
      ['XINFO', 'GROUPS', 'bus:accounts'],
      ['XPENDING', 'bus:accounts', 'identity'],
      ['XRANGE', 'bus:dead:identity', '-', '+'],
      ['MULTI'],
      ['XADD', 'bus:again:identity', '*', 'envelope', '{}'],
      ['EXEC'],
      ['XDEL', 'bus:dead:identity', '1-0'],
      ['SET', 'bus:retell:accounts', 'operator'],
    ],
  };

  it.each(redisUsers)('%s', async (user) => {
    const commands: Command[] = [['PING'], ['INFO', 'server'], ...needed[user]];
    expect(await outcomes(user, commands)).toEqual(all(commands, 'done'));
  });
});

it('deploy/servers/redis-users.acl holds these rules; UPDATE_REDIS_USERS=true writes it', () => {
  const file = join(repositoryRoot, 'deploy', 'servers', 'redis-users.acl');
  const text = aclFile((user) => `>demo-only-${user}`);
  if (process.env['UPDATE_REDIS_USERS'] === 'true') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('says why where the user of the URL may not create users', async () => {
  const mere = urlOfUser(url, 'training', users);
  expect(await addServiceUsers(mere, { ...users, prefix: 'nobody_' })).toMatch(/^NOPERM/);
});
