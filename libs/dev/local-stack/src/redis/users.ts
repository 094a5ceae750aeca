import { createHash } from 'node:crypto';
import { type AppName, appNames } from '../suite/apps.js';

/** A user of Redis: one for each service, and one for people with `npx --yes pnpm bus`. */
export type RedisUser = AppName | 'operator';

/** Every user of Redis. */
export const redisUsers: readonly RedisUser[] = [...appNames, 'operator'];

interface Part {
  /** Its own streams on the bus. Nobody else writes there. */
  readonly publishes?: readonly string[];
  /** Services whose streams every process of it reads (`@OnBroadcast`). */
  readonly hears: readonly AppName[];
  /** Services whose streams it applies once, as a group of consumers (`@OnMessage`, `@OnState`). */
  readonly applies?: readonly AppName[];
  /** The prefix of its keys beside the bus, and the commands for them, those inside its scripts included. */
  readonly keys?: { readonly prefix: string; readonly commands: string };
}

/**
 * The part of each service in Redis. Redis refuses anything more that a service needs until it is listed
 * here.
 */
const parts: Readonly<Record<AppName, Part>> = {
  gateway: {
    hears: ['identity', 'accounts'],
    keys: { prefix: 'gateway:', commands: '+eval +get +set +time' },
  },
  identity: {
    publishes: ['bus:identity', 'bus:identity:audit'],
    hears: ['identity', 'accounts'],
    applies: ['accounts'],
    keys: { prefix: 'identity:', commands: '+eval +del +exists +expire +hgetall +hset +hsetnx' },
  },
  accounts: { publishes: ['bus:accounts'], hears: ['identity'], applies: ['identity', 'personnel-org'] },
  'hazards-events': {
    publishes: ['bus:hazards-events'],
    hears: ['identity', 'accounts'],
    applies: ['accounts', 'personnel-org', 'training'],
  },
  'personnel-org': {
    publishes: ['bus:personnel-org'],
    hears: ['identity', 'accounts'],
    applies: ['accounts', 'training'],
  },
  training: {
    publishes: ['bus:training'],
    hears: ['identity', 'accounts'],
    applies: ['accounts', 'personnel-org'],
  },
};

/** The commands of every connection, and transactions. Channels and administrative commands are excluded. */
const EVERYBODY = 'resetchannels -@all +ping +select +info +multi +exec +discard +unwatch';

/** Looks at a stream and its groups. */
const LOOK = '+exists +xlen +xrange +xrevrange +xpending +xinfo|stream +xinfo|groups +xinfo|consumers';

/** A selector (Redis 7): these commands on these keys, apart from all others. */
const may = (keys: readonly string[], commands: string): string =>
  `(${keys.map((key) => `~${key}`).join(' ')} ${commands})`;

const streamsOf = (services: readonly AppName[]): string[] => services.map((name) => `bus:${name}`);

function rulesOfService(name: AppName): string[] {
  const { publishes = [], hears, applies = [], keys } = parts[name];
  const rules = [
    `(${streamsOf(hears)
      .map((stream) => `%R~${stream}`)
      .join(' ')} +xread +xrange +xrevrange)`,
  ];
  if (publishes.length > 0)
    rules.push(may(publishes, `+xadd +xtrim +watch ${LOOK}`), may([`bus:retell:${name}`], '+exists +del'));
  if (applies.length > 0) {
    const taking = '+xreadgroup +xack +xautoclaim +xgroup|create +xgroup|delconsumer';
    rules.push(
      may([...streamsOf(applies), `bus:again:${name}`], `${taking} ${LOOK}`),
      may(
        applies.map((owner) => `bus:retell:${owner}`),
        '+set',
      ),
      may([`bus:failures:${name}`], '+hincrby +hdel'),
      may([`bus:dead:${name}`], '+xadd +xlen +xrevrange'),
    );
  }
  // Each command by its name: a category has some that tell of all keys, as SCAN and DBSIZE do.
  if (keys) rules.push(may([`${keys.prefix}*`], keys.commands));
  return rules;
}

const rulesOfOperator = [
  may(['bus:*'], `+scan +type ${LOOK}`),
  may(['bus:dead:*'], '+xdel'),
  may(['bus:again:*'], '+xadd'),
  may(['bus:retell:*'], '+set'),
];

/** The rights of a user: the rules of `ACL SETUSER` after its name and password. */
export const rulesOf = (user: RedisUser): string[] => [
  ...EVERYBODY.split(' '),
  ...(user === 'operator' ? rulesOfOperator : rulesOfService(user)),
];

/** A password as `ACL SETUSER` takes it without reading it: its SHA-256. */
export const hashed = (password: string): string => `#${createHash('sha256').update(password).digest('hex')}`;

/**
 * The `aclfile` of a Redis that the suite has to itself; `deploy/servers/redis-users.acl` is this with public
 * passwords. Nobody gets in without a name.
 */
export const aclFile = (passwordOf: (user: RedisUser) => string): string =>
  [
    'user default off',
    ...redisUsers.map((user) => `user ${user} on ${passwordOf(user)} ${rulesOf(user).join(' ')}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
