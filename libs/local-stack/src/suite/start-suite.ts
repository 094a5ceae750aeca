import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalServer } from '../local-server.js';
import { startPostgres } from '../postgres/start-postgres.js';
import { type ReservedPort, reservePort } from '../processes/ports.js';
import { repositoryRoot } from '../project.js';
import { startRedis } from '../redis/start-redis.js';
import { SetupError } from '../setup-error.js';
import { type AppName, appNames, apps, appsWithDatabase } from './apps.js';
import { Closers } from './closers.js';
import { databasePrefix, holdDataDir } from './data-dir.js';
import { keepEnvironment } from './kept-environment.js';
import { prepare, removeDatabases } from './prepare.js';
import { keptSecrets, newSecrets } from './secrets.js';
import { ServiceProcess } from './service-process.js';
import { preparationEnvironment, type SuiteSettings, suiteEnvironment } from './suite-environment.js';

/** Settings of {@link startSuite}; everything has a default that fits a test. */
export interface SuiteOptions {
  /** Folder whose data and secrets are kept; without it everything is thrown away at the end. */
  readonly dataDir?: string | undefined;
  /** Ports to use; by default the preferred one of a kept suite, any free one otherwise. */
  readonly ports?: Partial<Record<AppName, number>> | undefined;
  /** Address the gateway listens on, and the public address when it is not http://localhost:<port>. */
  readonly publicHost?: string | undefined;
  readonly publicUrl?: string | undefined;
  /** Environment: DATABASE_URL and REDIS_URL select servers, the rest is passed on to the services. Default: process.env. */
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
  /** Internal address of every service. */
  readonly urls: Readonly<Record<AppName, string>>;
  /** Administrator's URL of the PostgreSQL server, and the URL of Redis. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The environment each service was started with. */
  readonly environment: Readonly<Record<AppName, Readonly<Record<string, string>>>>;
  /** Kills a service; it comes back by itself. Resolves at once: see {@link Suite.ready}. */
  kill(app: AppName, signal?: NodeJS.Signals): void;
  /** Process id of a service while it runs. */
  pid(app: AppName): number | undefined;
  /** Resolves when the service, or every service, answers /health/ready. */
  ready(app?: AppName): Promise<void>;
  /** Stops the gateway, then the services, then Redis and PostgreSQL. */
  stop(): Promise<void>;
}

/**
 * Starts the whole suite: PostgreSQL, Redis, prepared databases, six services; resolves when all are ready. Nothing it starts
 * survives this process. A start that fails or is aborted stops what it had started.
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
  if (missing.length > 0) throw new SetupError(`Not built: ${missing.join(', ')}. Run npx pnpm build.`);
  const step = stepper(log, signal);

  if (dataDir !== undefined) closers.add(await holdDataDir(dataDir));
  const ports = await reservePorts(options, closers);

  const [postgres, redis] = await Promise.all([
    step(
      'PostgreSQL',
      startPostgres({ dataDir, env, log }).then((server) => closers.stopLater(server)),
    ),
    step(
      'Redis',
      startRedis({ dataDir, env, log }).then((server) => closers.stopLater(server)),
    ),
  ]);
  const shared = env['DATABASE_URL'] !== undefined && env['DATABASE_URL'] !== '';
  const prefix = shared ? databasePrefix(dataDir) : '';
  if (shared && dataDir === undefined) closers.add(() => removeDatabases(postgres.url, prefix));

  const suiteSettings: SuiteSettings = {
    ports,
    publicHost: options.publicHost,
    publicUrl: options.publicUrl,
    databaseUrl: postgres.url,
    databasePrefix: prefix,
    redisUrl: redis.url,
    secrets: dataDir === undefined ? newSecrets() : keptSecrets(dataDir),
    demo: options.demo ?? true,
    inherited: env,
    settings: options.settings,
  };
  const environment = suiteEnvironment(suiteSettings);
  if (dataDir !== undefined) closers.add(keepEnvironment(dataDir, suiteSettings));
  const urls = Object.fromEntries(
    appNames.map((name) => [name, `http://127.0.0.1:${ports[name]}`]),
  ) as Record<AppName, string>;
  const service = (name: AppName): ServiceProcess =>
    new ServiceProcess({
      name,
      file: fileOf(name, 'main.js'),
      env: environment[name],
      url: urls[name],
      onLine: (line) => options.onOutput?.(line, name),
      onNotice: log,
    });
  const services = Object.fromEntries(appNames.map((name) => [name, service(name)])) as Record<
    AppName,
    ServiceProcess
  >;
  // Last added, first closed: the gateway stops before the services behind it.
  const behind = appNames.filter((name) => name !== 'gateway');
  closers.add(() => Promise.all(behind.map((name) => services[name].stop())));
  closers.add(() => services.gateway.stop());

  const prepareAndStart = async (name: AppName): Promise<void> => {
    if (appsWithDatabase.includes(name)) {
      const env = { ...environment[name], ...preparationEnvironment(name, suiteSettings) };
      await prepare(name, fileOf(name, 'prepare.js'), env, (stop) => closers.add(stop));
    }
    if (closers.closing) return;
    services[name].start();
    await services[name].ready();
  };
  await step('Databases and services', Promise.all(appNames.map(prepareAndStart)));

  return {
    url: environment.gateway['AUTH_URL'] ?? urls.gateway,
    urls,
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    environment,
    kill: (app, signalName) => services[app].kill(signalName),
    pid: (app) => services[app].pid,
    ready: async (app) =>
      void (await Promise.all((app ? [app] : appNames).map((name) => services[name].ready()))),
    stop: () => closers.close(),
  };
}

async function reservePorts(options: SuiteOptions, closers: Closers): Promise<Record<AppName, number>> {
  const entries: [AppName, number][] = [];
  for (const name of appNames) {
    const wanted = options.ports?.[name];
    const preferred = options.dataDir === undefined ? undefined : apps[name].preferredPort;
    const port: ReservedPort =
      wanted === undefined ? await reservePort(preferred) : { port: wanted, release: async () => undefined };
    closers.add(port.release);
    entries.push([name, port.port]);
  }
  return Object.fromEntries(entries) as Record<AppName, number>;
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
