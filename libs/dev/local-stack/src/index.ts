export type { LocalServer } from './local-server.js';
export { connected } from './postgres/connected.js';
export { type ServerOptions, startPostgres } from './postgres/start-postgres.js';
export { dropTestRun, newTestRun, testRunOf } from './postgres/test-run.js';
export { aptInstallScript } from './processes/apt-install.js';
export { Balancer } from './processes/balancer.js';
export { findExecutable } from './processes/executables.js';
export { FaultProxy } from './processes/fault-proxy.js';
export { type ReservedPort, reservePort } from './processes/ports.js';
export { projectName, repositoryRoot } from './project.js';
export { localBusUrl } from './redis/local-bus.js';
export { type RedisProcess, startRedisProcess, startSentinel } from './redis/redis-modes.js';
export { startRedis } from './redis/start-redis.js';
export {
  claimTestKeyspaces,
  emptyKeyspace,
  testKeyspaceOf,
} from './redis/test-keyspaces.js';
export { aclFile, type RedisUser, redisUsers } from './redis/users.js';
export { SetupError } from './setup-error.js';
export { type AppName, appNames, apps, appsWithDatabase } from './suite/apps.js';
export { Closers } from './suite/closers.js';
export { holdDataDir } from './suite/data-dir.js';
export { distributeCommand } from './suite/distribute-command.js';
export { keepEnvironment, localEnvironment } from './suite/kept-environment.js';
export { watchLaunchers } from './suite/launcher.js';
export { operate } from './suite/operate.js';
export { newSecrets, type Secrets } from './suite/secrets.js';
export { type ServiceOptions, ServiceProcess } from './suite/service-process.js';
export { startCommand } from './suite/start-command.js';
export { publicUrlOf } from './suite/start-settings.js';
export { type Suite, type SuiteOptions, startSuite } from './suite/start-suite.js';
export {
  readByStart,
  type SuiteSettings,
  setBySuite,
  suiteEnvironment,
  withWholePaths,
} from './suite/suite-environment.js';
export { throwAwayFolder } from './throw-away-folder.js';
