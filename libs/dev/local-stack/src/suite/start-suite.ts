import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalServer } from '../local-server.js';
import { startPostgres } from '../postgres/start-postgres.js';
import { localAddress } from '../processes/address.js';
import { repositoryRoot } from '../project.js';
import { addServiceUsers, removeServiceUsers, type ServiceUsers } from '../redis/service-users.js';
import { startRedis } from '../redis/start-redis.js';
import { SetupError } from '../setup-error.js';
import { type AppName, appNames, apps, appsWithDatabase, eachApp } from './apps.js';
import { Closers } from './closers.js';
import { databasePrefix, holdDataDir, refuseDatabases } from './data-dir.js';
import { signDatabase } from './installation.js';
import { keepEnvironment } from './kept-environment.js';
import { prepare, removeDatabases } from './prepare.js';
import { reservePorts } from './reserve-ports.js';
import { keptSecrets, newSecrets, type Secrets } from './secrets.js';
import { ServiceProcess } from './service-process.js';
import {
  commandEnvironment,
  ignoredSettings,
  preparationEnvironment,
  type SuiteSettings,
  suiteEnvironment,
} from './suite-environment.js';

/** Settings of {@link startSuite}; everything has a default that fits a test. */
export interface SuiteOptions {
  /** Folder whose data and secrets are kept; without it everything is thrown away at the end. */
  readonly dataDir?: string | undefined;
  /** Ports to use; by default the preferred one of a kept suite, any free one otherwise. */
  readonly ports?: Partial<Record<AppName, number>> | undefined;
  /**
   * Processes of a service; default 1. The gateway spreads requests over those of hazards-events,
   * personnel-org and training; of the others, everybody knows the first alone.
   */
  readonly replicas?: Partial<Record<AppName, number>> | undefined;
  /** Address the gateway listens on, and the public address when it is not http://localhost:<port>. */
  readonly publicHost?: string | undefined;
  readonly publicUrl?: string | undefined;
  /**
   * Environment: DATABASE_URL and REDIS_URL select servers, the rest is passed on to the services. Default:
   * process.env.
   */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Adds the demo data; default true. */
  readonly demo?: boolean | undefined;
  /** Further settings of single services. */
  readonly settings?: Partial<Record<AppName, Readonly<Record<string, string>>>> | undefined;
  /** Folder with one folder per service; default `apps` of this repository. */
  readonly appsDir?: string | undefined;
  /** Receives progress and notices, one sentence at a time. */
  readonly log?: ((line: string) => void) | undefined;
  /** Receives the services' output line by line. */
  readonly onOutput?: ((line: string, app: AppName) => void) | undefined;
  /** Aborting ends a start that is under way. */
  readonly signal?: AbortSignal | undefined;
}

/** A running suite. */
export interface Suite {
  /** Public address, without a final slash. */
  readonly url: string;
  /** Internal address of every service: of its first process. */
  readonly urls: Readonly<Record<AppName, string>>;
  /** Internal addresses of all processes of every service. */
  readonly replicaUrls: Readonly<Record<AppName, readonly string[]>>;
  /** Administrator's URL of the PostgreSQL server, and the URL of Redis. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The environment each service was started with. */
  readonly environment: Readonly<Record<AppName, Readonly<Record<string, string>>>>;
  /** The environment of each service's command line. */
  readonly commandEnvironment: Readonly<Record<AppName, Readonly<Record<string, string>>>>;
  /**
   * Kills a process of a service, by default its first; it comes back by itself. Returns at once: see {@link
   * Suite.ready}.
   */
  kill(app: AppName, signal?: NodeJS.Signals, replica?: number): void;
  /** Id of a process of a service while it runs. */
  pid(app: AppName, replica?: number): number | undefined;
  /** Resolves when every process of the service, or of every service, answers /health/ready. */
  ready(app?: AppName): Promise<void>;
  /** Stops the gateway, then the services, then Redis and PostgreSQL. */
  stop(): Promise<void>;
}

/**
 * Starts the whole suite: PostgreSQL, Redis, prepared databases, six services; resolves when all are ready.
 * Nothing it starts survives this process. A start that fails or is aborted stops what it had started.
 * @throws SetupError with one sentence for every problem a person can solve
 */
export async function startSuite(options: SuiteOptions = {}): Promise<Suite> {
  const closers = new Closers();
  // Closing ends whatever step is under way, and the check after that step ends the start.
  options.signal?.addEventListener('abort', () => void closers.close(), { once: true });
  try {
    options.signal?.throwIfAborted();
    return await start(options, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(options: SuiteOptions, closers: Closers): Promise<Suite> {
  const { dataDir, env = process.env, log = () => undefined, signal } = options;
  const appsDir = options.appsDir ?? join(repositoryRoot, 'apps');
  const fileOf = (name: AppName, file: string): string => join(appsDir, name, 'dist', file);
  const missing = appNames.filter((name) => !existsSync(fileOf(name, 'main.js')));
  if (missing.length > 0) throw new SetupError(`Not built: ${missing.join(', ')}. Run npx --yes pnpm build.`);
  const step = stepper(log, signal);

  if (dataDir !== undefined) closers.add(await holdDataDir(dataDir));
  const ports = await reservePorts(options, closers);

  if (dataDir !== undefined && env['DATABASE_URL']) await refuseDatabases(dataDir, env['DATABASE_URL']);
  const secrets = dataDir === undefined ? newSecrets() : keptSecrets(dataDir);
  const [postgres, redis] = await Promise.all([
    step(
      'PostgreSQL',
      startPostgres({ dataDir, env, log }).then((server) => closers.stopLater(server)),
    ),
    step(
      'Redis',
      startRedis({ dataDir, env, log, password: secrets.redisAdministrator }).then((server) =>
        closers.stopLater(server),
      ),
    ),
  ]);
  const ownPrefix = databasePrefix(dataDir);
  const prefix = env['DATABASE_URL'] ? ownPrefix : '';
  if (prefix && dataDir === undefined) closers.add(() => removeDatabases(postgres.url, prefix));
  const users = await usersOfRedis(redis.url, env['REDIS_URL'] ? ownPrefix : '', secrets, options, closers);

  const suiteSettings: SuiteSettings = {
    ports: eachApp((name) => ports[name][0]),
    furtherPorts: eachApp((name) => ports[name].slice(1)),
    publicHost: options.publicHost,
    publicUrl: options.publicUrl,
    databaseUrl: postgres.url,
    databasePrefix: prefix,
    redisUrl: redis.url,
    redisUsers: users,
    secrets,
    demo: options.demo ?? true,
    inherited: env,
    settings: options.settings,
  };
  const environment = suiteEnvironment(suiteSettings);
  const ignored = ignoredSettings(env);
  if (ignored.length > 0)
    log(`Set by the suite itself, and not taken from the environment: ${ignored.join(', ')}.`);
  if (dataDir !== undefined) closers.add(keepEnvironment(dataDir, suiteSettings));
  const address = (name: AppName, port: number): string => localAddress(port, environment[name]['HOST']);
  const urls = eachApp((name) => address(name, ports[name][0]));
  const services = eachApp((name) =>
    ports[name].map(
      (port, replica) =>
        new ServiceProcess({
          name,
          file: fileOf(name, 'main.js'),
          env: replica === 0 ? environment[name] : { ...environment[name], PORT: String(port) },
          url: address(name, port),
          onLine: (line) => options.onOutput?.(line, name),
          onNotice: log,
        }),
    ),
  );
  const ready = (name: AppName) => Promise.all(services[name].map((service) => service.ready()));
  const stop = (name: AppName) => Promise.all(services[name].map((service) => service.stop()));
  // Last added, first closed: the gateway stops before the services behind it.
  const behind = appNames.filter((name) => name !== 'gateway');
  closers.add(() => Promise.all(behind.map(stop)));
  closers.add(() => stop('gateway'));

  const prepareAndStart = async (name: AppName): Promise<void> => {
    if (appsWithDatabase.includes(name)) {
      const env = { ...environment[name], ...preparationEnvironment(name, suiteSettings) };
      await prepare(name, fileOf(name, 'prepare.js'), env, (stop) => closers.add(stop));
      if (prefix && dataDir !== undefined)
        await signDatabase(postgres.url, `${prefix}${apps[name].database}`, dataDir);
    }
    if (closers.closing) return;
    for (const service of services[name]) service.start();
    await ready(name);
  };
  await step('Databases and services', Promise.all(appNames.map(prepareAndStart)));

  return {
    url: environment.gateway['AUTH_URL'] ?? urls.gateway,
    urls,
    replicaUrls: eachApp((name) => ports[name].map((port) => address(name, port))),
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    environment,
    commandEnvironment: eachApp((name) => ({
      ...environment[name],
      ...commandEnvironment(name, suiteSettings),
    })),
    kill: (app, signalName, replica = 0) => services[app][replica]?.kill(signalName),
    pid: (app, replica = 0) => services[app][replica]?.pid,
    ready: async (app) => void (await Promise.all((app ? [app] : appNames).map(ready))),
    stop: () => closers.close(),
  };
}

/**
 * The users of Redis that the services are; undefined where all of them have to go by the credential that was
 * given.
 */
async function usersOfRedis(
  url: string,
  prefix: string,
  { redisPasswords: passwords }: Secrets,
  { dataDir, log }: SuiteOptions,
  closers: Closers,
): Promise<ServiceUsers | undefined> {
  const users = { prefix, passwords };
  const refusal = await addServiceUsers(url, users, { keep: prefix === '' || dataDir !== undefined });
  if (refusal !== undefined) {
    log?.(`Redis: every service uses the credential of REDIS_URL, which may not create users (${refusal}).`);
    return undefined;
  }
  if (prefix && dataDir === undefined) closers.add(() => removeServiceUsers(url, prefix));
  return users;
}

/** Awaits one step of the start and reports how long it took. */
function stepper(log: (line: string) => void, signal: AbortSignal | undefined) {
  return async <T>(name: string, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await work;
    signal?.throwIfAborted();
    const origin = (result as Partial<LocalServer> | undefined)?.origin;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    log(`${name} ready in ${seconds} s${origin === undefined ? '' : ` (${origin})`}`);
    return result;
  };
}
