import {
  type AppName,
  appNames,
  Balancer,
  connected,
  FaultProxy,
  reservePort,
  type Suite,
  startPostgres,
  startRedis,
  startSuite,
} from '@safety/local-stack';

/** A running suite, and what can be done to it. */
export interface Testbed {
  suite: Suite;
  /** The way of all services to PostgreSQL. */
  postgres: FaultProxy;
  /** The way of each service to Redis. */
  redis: Readonly<Record<AppName, FaultProxy>>;
  /** The way of everybody to identity. */
  identity: Balancer;
  /** A sentence about each process that ended, with what it wrote last. */
  endings: readonly string[];
  stop(): Promise<void>;
}

export interface TestbedOptions {
  /** DATABASE_URL and REDIS_URL name servers to use; without them it has its own. */
  env: NodeJS.ProcessEnv;
  /** Processes of each service; default 1. */
  replicas?: Partial<Record<AppName, number>>;
  /** Folder with one folder for each service; default: those of this repository. */
  appsDir?: string;
  /** Receives what the services log. */
  onOutput?: (line: string) => void;
}

/** As in production: a stopping process goes on for a while, until nobody sends it anything new. */
const SHUTDOWN_DELAY_MS = 1_000;

const eachApp = <T>(value: (app: AppName) => T): Record<AppName, T> =>
  Object.fromEntries(appNames.map((app) => [app, value(app)])) as Record<AppName, T>;

/**
 * As a server does it by itself; one whose data are thrown away rather is fast, and loses what it has just
 * acknowledged.
 */
async function writeBeforeAcknowledging(databaseUrl: string): Promise<void> {
  await connected(databaseUrl, (client) => client.query('ALTER ROLE ALL SET synchronous_commit = on'));
}

/**
 * Starts a suite for drills, with a balancer before its gateways, one before identity and one before
 * accounts.
 */
export async function startTestbed({
  env,
  replicas = {},
  appsDir,
  onOutput,
}: TestbedOptions): Promise<Testbed> {
  const [database, bus] = await Promise.all([startPostgres({ env }), startRedis({ env })]);
  if (!env['DATABASE_URL']) await writeBeforeAcknowledging(database.url);
  const postgres = new FaultProxy(database.url, 5432);
  const redis = eachApp(() => new FaultProxy(bus.url));
  const proxies = [postgres, ...Object.values(redis)];
  const [gateways, identity, accounts] = [new Balancer(), new Balancer(), new Balancer()];
  const balancers = [gateways, identity, accounts];
  await Promise.all([
    ...proxies.map((proxy) => proxy.restore()),
    ...balancers.map((balancer) => balancer.start()),
  ]);
  // The others ask these two while they start, and only their first processes have a port by then.
  const [identityPort, accountsPort] = await Promise.all([reservePort(), reservePort()]);
  identity.targets = [`http://127.0.0.1:${identityPort.port}`];
  accounts.targets = [`http://127.0.0.1:${accountsPort.port}`];
  const endings: string[] = [];
  const suite = await startSuite({
    log: (line) => void (/ ended \(/.test(line) && endings.push(line)),
    ports: { identity: identityPort.port, accounts: accountsPort.port },
    env: { ...env, DATABASE_URL: postgres.url, REDIS_URL: bus.url },
    publicUrl: gateways.url,
    replicas,
    appsDir,
    onOutput,
    settings: eachApp((app) => ({
      REDIS_URL: redis[app].url,
      IDENTITY_URL: identity.url,
      ACCOUNTS_URL: accounts.url,
      SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS),
      // Counted, but never too much: what is drilled is not the rate limit.
      ...(app === 'gateway' && {
        RATE_LIMIT_USER: '10000000',
        RATE_LIMIT_COMPANY: '10000000',
        RATE_LIMIT_CLIENT: '10000000',
        RATE_LIMIT_ADDRESS: '10000000',
      }),
    })),
  });
  gateways.targets = suite.replicaUrls.gateway;
  identity.targets = suite.replicaUrls.identity;
  accounts.targets = suite.replicaUrls.accounts;
  const stop = async (): Promise<void> => {
    await suite.stop();
    await Promise.all([
      ...proxies.map((proxy) => proxy.cut()),
      ...balancers.map((balancer) => balancer.stop()),
    ]);
    await Promise.all([database.stop(), bus.stop(), identityPort.release(), accountsPort.release()]);
  };
  return {
    endings,
    suite: { ...suite, databaseUrl: database.url, redisUrl: bus.url },
    postgres,
    redis,
    identity,
    stop,
  };
}
