import { resolve } from 'node:path';
import { localAddress } from '../processes/address.js';
import { type ServiceUsers, urlOfUser } from '../redis/service-users.js';
import type { RedisUser } from '../redis/users.js';
import { type AppName, appNames, apps, appsWithDatabase } from './apps.js';
import type { Secrets } from './secrets.js';

/** Everything the environments of the services are computed from. */
export interface SuiteSettings {
  /** Port of every service; the gateway's is the public one. */
  readonly ports: Readonly<Record<AppName, number>>;
  /** Ports of the further processes of services that run more than one. */
  readonly furtherPorts?: Partial<Record<AppName, readonly number[]>> | undefined;
  /** Address the gateway listens on; the others listen on 127.0.0.1. */
  readonly publicHost?: string | undefined;
  /** Public address of the suite, without a final slash; default http://localhost:<gateway's port>. */
  readonly publicUrl?: string | undefined;
  /** Administrator's URL of the PostgreSQL server. */
  readonly databaseUrl: string;
  /** Starts the names of databases and roles on a server that is shared with others. */
  readonly databasePrefix?: string | undefined;
  /** Administrator's URL of Redis. */
  readonly redisUrl: string;
  /** The users that the services are there; without them all use the administrator's URL. */
  readonly redisUsers?: ServiceUsers | undefined;
  readonly secrets: Secrets;
  /** Adds the demonstration companies, users and clients. */
  readonly demo?: boolean | undefined;
  /** Environment the services inherit: settings of one's own, PATH. */
  readonly inherited?: NodeJS.ProcessEnv | undefined;
  /** Further settings of single services; they win. */
  readonly settings?: Partial<Record<AppName, Readonly<Record<string, string>>>> | undefined;
}

/**
 * Settings that `startSuite` and `npx --yes pnpm start` read themselves. Services get them in a form of their
 * own.
 */
export const readByStart = [
  'PORT',
  'HOST',
  'AUTH_URL',
  'DATABASE_URL',
  'REDIS_URL',
  'DEMO',
  'LOG_FORMAT',
] as const;

/**
 * Settings that hold the suite together: with others its parts would not find, trust or understand each
 * other.
 */
export const setBySuite = [
  'IDENTITY_URL',
  'ACCOUNTS_URL',
  'HAZARDS_EVENTS_URL',
  'PERSONNEL_ORG_URL',
  'TRAINING_URL',
  'MIGRATION_DATABASE_URL',
  'OPERATOR_DATABASE_URL',
  'TLS_KEY_FILE',
  'TLS_CERT_FILE',
  'KEY_ENCRYPTION_KEY',
  'CURSOR_SECRET',
  'BUS_SIGNING_KEY',
  'BUS_PUBLIC_KEYS',
] as const;

/** Settings of the caller that the suite does not take, for a sentence that says so. */
export const ignoredSettings = (inherited: NodeJS.ProcessEnv): string[] =>
  setBySuite.filter((name) => inherited[name]);

/** Variables that mean something to the caller (pnpm, Jest, this supervisor) and would mislead a service. */
const notInherited = new RegExp(
  `^(npm_.*|pnpm_.*|JEST_WORKER_ID|TEST_.*|NODE_CHANNEL_.*|${[...readByStart, ...setBySuite].join('|')})$`,
  'i',
);

/**
 * Lets the C library give freed memory back at once, some 10 MB for each service. Not at identity: each hash
 * of a password takes 19 MiB, and to get them anew every time costs as much as half the hash.
 */
const givesMemoryBack = { MALLOC_TRIM_THRESHOLD_: '65536' };

/**
 * Megabytes for young objects, as in the images. Services that answer lists have room for the rows of all
 * requests under way; what is kept there for clients that are cut off would be too much for the others
 * (docs/adr/0021-nothing-large-on-a-closed-connection.md).
 */
const youngObjectsMb = (name: AppName): number => (name === 'gateway' || name === 'identity' ? 16 : 64);

/** The settings of each service for the demo, unless the caller sets others. */
const ofDemo: Partial<Record<AppName, Record<string, string>>> = {
  // People sign in at `/docs` with a client of the demo, and where its pages are supposed to be they may call
  // the APIs.
  gateway: { DOCS_CLIENT_ID: 'demo-spa', CORS_ALLOWED_ORIGINS: 'http://localhost:9092' },
  // The Logout Uris of the demo's clients are on this machine, where single logout otherwise never calls.
  identity: { LOGOUT_ALLOWED_HOSTS: 'localhost:9090,localhost:9091' },
};

/**
 * The complete environment of every running service. Pure: two calls with the same settings answer the same.
 */
export function suiteEnvironment(settings: SuiteSettings): Record<AppName, Record<string, string>> {
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.ports.gateway}`;
  const everyProcess = (name: AppName): string =>
    [settings.ports[name], ...(settings.furtherPorts?.[name] ?? [])].map((port) => localAddress(port)).join();
  const common: Record<string, string> = {
    ACCOUNTS_API_URL: `${publicUrl}/accounts`,
    BASE_URL: `${publicUrl}/api`,
    ...inheritable(settings.inherited ?? {}),
    // Each app behaves as in its image, whoever starts it: Jest sets NODE_ENV=test.
    NODE_ENV: 'production',
    AUTH_URL: publicUrl,
    BUS_PUBLIC_KEYS: busPublicKeys(settings.secrets),
    IDENTITY_URL: everyProcess('identity'),
    ACCOUNTS_URL: everyProcess('accounts'),
    CURSOR_SECRET: settings.secrets.cursorSecret,
    LOG_FORMAT: 'json',
    MALLOC_ARENA_MAX: '1',
  };
  const own: Partial<Record<AppName, Record<string, string>>> = {
    gateway: {
      HAZARDS_EVENTS_URL: everyProcess('hazards-events'),
      PERSONNEL_ORG_URL: everyProcess('personnel-org'),
      TRAINING_URL: everyProcess('training'),
    },
    identity: {
      KEY_ENCRYPTION_KEY: settings.secrets.keyEncryptionKey,
      PERSONNEL_ORG_URL: everyProcess('personnel-org'),
      // The mailbox of the demo is a page of the running service.
      ...(settings.demo && { DEMO: 'true' }),
    },
    'personnel-org': { KEY_ENCRYPTION_KEY: settings.secrets.personnelKeyEncryptionKey },
  };
  const of = (name: AppName): Record<string, string> => ({
    ...(settings.demo && ofDemo[name]),
    ...common,
    ...(name !== 'identity' && givesMemoryBack),
    // As in the image. A caller's own options go on: a debugger, a profiler.
    NODE_OPTIONS: [
      settings.inherited?.['NODE_OPTIONS'],
      '--import=@safety/platform/without-fetch',
      `--max-semi-space-size=${youngObjectsMb(name)}`,
    ]
      .filter(Boolean)
      .join(' '),
    PORT: String(settings.ports[name]),
    HOST: name === 'gateway' ? (settings.publicHost ?? '127.0.0.1') : '127.0.0.1',
    ...metricsPort(name, settings.inherited?.['METRICS_PORT']),
    REDIS_URL: redisUrlOf(name, settings),
    ...signingKey(name, settings.secrets),
    ...restrictedDatabase(name, settings),
    ...own[name],
    ...settings.settings?.[name],
  });
  return Object.fromEntries(appNames.map((name) => [name, of(name)])) as Record<
    AppName,
    Record<string, string>
  >;
}

/** The gateway takes the caller's port, and each further service the next one; 0 is any free one for each. */
const metricsPort = (name: AppName, first: string | undefined): Record<string, string> =>
  Number(first) > 0 ? { METRICS_PORT: String(Number(first) + appNames.indexOf(name)) } : {};

/** The address of Redis for one of its users; for all the same where no users could be created. */
export const redisUrlOf = (user: RedisUser, { redisUrl, redisUsers }: SuiteSettings): string =>
  redisUsers ? urlOfUser(redisUrl, user, redisUsers) : redisUrl;

/** Names of the databases and roles of a suite on a server: what a clean-up removes. */
export function databaseNames(prefix = ''): { database: string; roles: string[] }[] {
  return appNames.flatMap((name) => {
    if (apps[name].database === undefined) return [];
    const database = prefix + apps[name].database;
    // Beside those that connect, those that the migrations create.
    const kinds = ['service', 'search', ...(name === operatedByRole ? ['operator', 'all_companies'] : [])];
    return [{ database, roles: kinds.map((kind) => `${database}_${kind}`) }];
  });
}

/** The service whose command line is another role than the service: it works in all companies. */
const operatedByRole: AppName = 'accounts';

/**
 * The variables of a service's command line, beside the service's own environment, which never has them.
 */
export function commandEnvironment(name: AppName, settings: SuiteSettings): Record<string, string> {
  if (name !== operatedByRole) return {};
  const address = databaseAddress(name, settings);
  address.username = `${settings.databasePrefix ?? ''}${apps[name].database}_operator`;
  address.password = settings.secrets.operatorPassword;
  return { OPERATOR_DATABASE_URL: address.href };
}

/**
 * The variables of a database's preparation, beside the service's own environment. A service never
 * sees it: with the owner's credential a fault in it would be one in all companies.
 */
export function preparationEnvironment(name: AppName, settings: SuiteSettings): Record<string, string> {
  return {
    MIGRATION_DATABASE_URL: databaseAddress(name, settings).href,
    ...commandEnvironment(name, settings),
    DEMO: String(settings.demo ?? false),
  };
}

/** The database of a service, as its owner. */
function databaseAddress(name: AppName, settings: SuiteSettings): URL {
  const address = new URL(settings.databaseUrl);
  address.pathname = `/${settings.databasePrefix ?? ''}${apps[name].database}`;
  return address;
}

function restrictedDatabase(name: AppName, settings: SuiteSettings): Record<string, string> {
  const { database } = apps[name];
  if (database === undefined) return {};
  const address = databaseAddress(name, settings);
  address.username = `${settings.databasePrefix ?? ''}${database}_service`;
  address.password = settings.secrets.rolePasswords[name] ?? '';
  return { DATABASE_URL: address.href };
}

const busPublicKeys = ({ busKeys }: Secrets): string =>
  appsWithDatabase.map((owner) => `${owner}:${busKeys[owner]?.publicKey}`).join();

/** A service knows its own alone: with another's it could speak for it. */
function signingKey(name: AppName, { busKeys }: Secrets): Record<string, string> {
  const keys = busKeys[name];
  return keys ? { BUS_SIGNING_KEY: keys.signingKey } : {};
}

function inheritable(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(withWholePaths(environment)).filter(
    // An empty setting counts as absent, here as in a service.
    ([name, value]) => value && !notInherited.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

/**
 * An environment for a program that runs in another folder: Node reads its authorities from where it runs.
 */
export function withWholePaths(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: authorities } = environment;
  return authorities ? { ...environment, NODE_EXTRA_CA_CERTS: resolve(authorities) } : environment;
}
