import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { LocalServer } from './local-server.js';
import { ownAddress } from './postgres/own-address.js';
import { SetupError } from './setup-error.js';

const images = { postgres: 'postgres:18-alpine', redis: 'redis:8-alpine' };

/**
 * Whether throw-away servers come from Testcontainers: TEST_CONTAINERS=true insists, false declines, and by
 * default they do where a Docker engine answers. Only then is the library loaded, which takes a third of a
 * second.
 */
export async function wantsContainers(env: NodeJS.ProcessEnv): Promise<'must' | 'may' | 'no'> {
  const wish = env['TEST_CONTAINERS'] || 'auto';
  if (wish === 'false') return 'no';
  if (wish === 'true') return 'must';
  if (wish !== 'auto') throw new SetupError(`TEST_CONTAINERS is true, false or auto, not ${wish}.`);
  return (await dockerAnswers(env)) ? 'may' : 'no';
}

/** Asks the Docker engine for a sign of life; takes a millisecond without Docker and at most one second. */
export async function dockerAnswers(env: NodeJS.ProcessEnv): Promise<boolean> {
  const host = env['DOCKER_HOST'];
  if (host?.startsWith('tcp://')) return ping({ host: new URL(host).hostname, port: new URL(host).port });
  const sockets = host?.startsWith('unix://')
    ? [host.slice('unix://'.length)]
    : [
        '/var/run/docker.sock',
        join(homedir(), '.docker/run/docker.sock'),
        join(env['XDG_RUNTIME_DIR'] ?? '/run', 'docker.sock'),
      ];
  const found = sockets.filter((path) => existsSync(path)).map((socketPath) => ping({ socketPath }));
  return (await Promise.all(found)).includes(true);
}

/** An empty PostgreSQL in a container; Testcontainers removes it when this process ends. */
export async function postgresContainer(): Promise<LocalServer> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const settings = ['max_connections=300', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const container = await new PostgreSqlContainer(images.postgres)
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
    .start();
  return {
    url: ownAddress(container.getConnectionUri()),
    origin: 'container',
    stop: async () => void (await container.stop()),
  };
}

/**
 * A Redis without persistence in a container; Testcontainers removes it when this process ends. Its port is
 * open at all addresses of this machine, hence the password.
 */
export async function redisContainer(password = randomBytes(24).toString('hex')): Promise<LocalServer> {
  const { GenericContainer } = await import('testcontainers');
  const container = await new GenericContainer(images.redis)
    .withCommand(['redis-server', '--requirepass', password])
    .withExposedPorts(6379)
    .start();
  const url = `redis://:${password}@${container.getHost()}:${container.getMappedPort(6379)}`;
  return { url, origin: 'container', stop: async () => void (await container.stop()) };
}

function ping(
  where: { readonly socketPath: string } | { readonly host: string; readonly port: string },
): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ ...where, path: '/_ping', timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy(new Error('timeout')));
    request.once('error', () => resolve(false));
  });
}
