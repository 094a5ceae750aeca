import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createService } from '@safety/platform';
import {
  busSettingsOfTests,
  listen,
  startAccounts,
  startIssuer,
  type TestIssuer,
  type TokenOptions,
} from '@safety/testing';
import { GatewayModule } from '../gateway.module.js';
import { gatewayService } from '../service-options.js';
import { type IdentityDouble, startIdentityDouble } from './identity-double.js';

/** Headers of a member of one company, and who that is. */
export interface Member {
  userId: string;
  companyId: string;
  headers: { authorization: string; 'x-company-context': string };
}

/** A running gateway; one server stands for all the services behind it. */
export interface GatewayUnderTest {
  app: NestFastifyApplication;
  url: string;
  issuer: TestIssuer;
  identity: IdentityDouble;
  /** Internal address of accounts, for a further replica. */
  accountsUrl: string;
  /** The requests that reached a service since `answerWith` was called, oldest first. */
  received: IncomingMessage[];
  /** How the services answer from now on. */
  answerWith(handler: RequestListener): void;
  /** A new user in a company of its own, unless one is named. */
  member(token?: TokenOptions, companyId?: string): Promise<Member>;
  /** From now on accounts does this before it tells of memberships. */
  beforeMemberships(work: () => Promise<void>): void;
  /** From now on accounts knows no company of this user. */
  forgetMemberships(userId: string): void;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const MEMBERSHIPS_PATH = '/internal/memberships/me';

const answerOk: RequestListener = (request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json').end('{"data":[]}');
};

const membershipIn = (companyId: string) => ({
  companyId,
  timeZone: 'UTC',
  requireIfMatch: false,
  allowSelfApproval: false,
  defaultApproverUserIds: [],
  assignments: [],
});

/** Everything around a gateway, and the settings with which it finds it. */
interface Surroundings extends Omit<GatewayUnderTest, 'app' | 'url' | 'fetch'> {
  settings: Record<string, string | undefined>;
}

async function startSurroundings(): Promise<Surroundings> {
  let handler = answerOk;
  const received: IncomingMessage[] = [];
  const serve: RequestListener = (request, response) => {
    received.push(request);
    handler(request, response);
  };
  const issuer = await startIssuer();
  const memberships = await startAccounts();
  let beforeMemberships = async (): Promise<void> => undefined;
  const serveMemberships: RequestListener = async ({ headers: { authorization = '' } }, response) => {
    await beforeMemberships();
    const answer = await fetch(memberships.url, { headers: { authorization } });
    response.setHeader('content-type', 'application/json').end(await answer.text());
  };
  const [service, accounts, identity] = await Promise.all([
    listen(serve),
    listen((request, response) =>
      (request.url === MEMBERSHIPS_PATH ? serveMemberships : serve)(request, response),
    ),
    startIdentityDouble(issuer.url, serve),
  ]);
  return {
    settings: {
      PORT: '0',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      AUTH_URL: issuer.authUrl,
      IDENTITY_URL: identity.url,
      ACCOUNTS_URL: accounts.url,
      HAZARDS_EVENTS_URL: service.url,
      PERSONNEL_ORG_URL: service.url,
      TRAINING_URL: service.url,
      REDIS_URL: process.env['REDIS_URL'],
      ...busSettingsOfTests(),
      // Replicas of other tests count in the same Redis, and for the same address.
      RATE_LIMIT_ADDRESS: '10000000',
    },
    issuer,
    identity,
    accountsUrl: accounts.url,
    received,
    answerWith: (next) => {
      received.length = 0;
      handler = next;
    },
    member: async (options, companyId = randomUUID()) => {
      const userId = randomUUID();
      await memberships.set(userId, [membershipIn(companyId)]);
      const authorization = `Bearer ${await issuer.token(userId, options)}`;
      return { userId, companyId, headers: { authorization, 'x-company-context': companyId } };
    },
    beforeMemberships: (work) => {
      beforeMemberships = work;
    },
    forgetMemberships: (userId) => memberships.set(userId, []),
    close: async () => {
      await Promise.all([issuer, service, memberships, accounts, identity].map((server) => server.close()));
    },
  };
}

/** The APIs of a gateway with a public address of its own. */
const apisBeside = (authUrl: string) => ({
  ACCOUNTS_API_URL: `${authUrl}/accounts`,
  BASE_URL: `${authUrl}/api`,
});

export async function startGateway(env: NodeJS.ProcessEnv = {}): Promise<GatewayUnderTest> {
  const { settings, ...surroundings } = await startSurroundings();
  const apis = env['AUTH_URL'] === undefined ? {} : apisBeside(env['AUTH_URL']);
  const { app } = await createService(GatewayModule, gatewayService, { ...settings, ...apis, ...env });
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    ...surroundings,
    app,
    url,
    fetch: (path, init) => fetch(url + path, { redirect: 'manual', ...init }),
    close: async () => {
      await app.close();
      await surroundings.close();
    },
  };
}

/** A line of the log of a process. */
type LogLine = Record<string, unknown> & { msg: string };

/** A gateway as a process of its own, and everything that it has logged. */
export interface GatewayProcess extends Omit<GatewayUnderTest, 'app'> {
  lines: LogLine[];
  pid: number;
}

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

export async function startGatewayProcess(env: NodeJS.ProcessEnv = {}): Promise<GatewayProcess> {
  const { settings, ...surroundings } = await startSurroundings();
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { NODE_COMPILE_CACHE, ...settings, LOG_LEVEL: 'info', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'close');
  const lines: LogLine[] = [];
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as LogLine;
      lines.push(line);
      if (line.msg === 'service: listening') resolve(`http://127.0.0.1:${line['port']}`);
    });
  });
  const url = await listening;
  return {
    ...surroundings,
    url,
    lines,
    pid: child.pid ?? 0,
    fetch: (path, init) => fetch(url + path, { redirect: 'manual', ...init }),
    close: async () => {
      child.kill('SIGKILL');
      await exited;
      await surroundings.close();
    },
  };
}
