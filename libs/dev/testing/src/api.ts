import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type BuiltInRole,
  builtInRoles,
  isEventManagerRole,
  type Membership,
  type Permission,
  type RiskBands,
} from '@safety/contracts';
import { type BaseSettings, createService, type ServiceOptions } from '@safety/platform';
import { type Dispatcher, request } from 'undici';
import { startAccounts, type TestAccounts } from './accounts.js';
import { AnsweredProblems } from './answered-problems.js';
import { busSettingsOfTests } from './bus-keys.js';
import { createTestDatabase, type PrepareDatabase, type TestDatabase } from './database.js';
import { startIssuer, type TestIssuer, type TokenOptions } from './issuer.js';

/** An answer over HTTP, its JSON parsed. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  body: any;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends requests as one caller in one company. */
export interface TestCaller {
  userId: string;
  companyId: string;
  token: string;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  put(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  patch(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
  delete(path: string, options?: RequestOptions): Promise<Answer>;
}

export interface CallerOptions {
  role?: BuiltInRole;
  /** In place of a role's. */
  permissions?: readonly Permission[];
  companyId?: string;
  /** Places the role counts at and below; none means everywhere. */
  orgStructureIds?: string[];
  requireIfMatch?: boolean;
  /** The company's own; else the usual ones. */
  riskBands?: RiskBands;
  /** Default: false. */
  allowSelfApproval?: boolean;
  /** Default: nobody. */
  defaultApproverUserIds?: string[];
  token?: TokenOptions;
  /** A client of the company that acts as itself, in place of a user. */
  asServiceClient?: boolean;
}

/** A running service with everything it needs around it. */
export interface TestApi {
  app: NestFastifyApplication;
  url: string;
  database: TestDatabase;
  issuer: TestIssuer;
  accounts: TestAccounts;
  /** A new user with a role in a company, by default an admin of a company of its own. */
  caller(options?: CallerOptions): Promise<TestCaller>;
  /** A request as it is given, without token or company. */
  send(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface TestApiOptions<Settings extends BaseSettings> extends ServiceOptions<Settings> {
  prepare: PrepareDatabase;
  env?: NodeJS.ProcessEnv;
  /** For a service that knows memberships itself: keeps those of a user in its database. */
  keepMemberships?: (database: TestDatabase, userId: string, companies: Membership[]) => Promise<void>;
}

/**
 * Starts a service on a free port with a database of its own, a token issuer and the memberships that tests
 * give.
 */
export async function startApi<Settings extends BaseSettings>(
  module: Type,
  { prepare, env, keepMemberships, ...service }: TestApiOptions<Settings>,
): Promise<TestApi> {
  const [database, issuer, accounts] = await Promise.all([
    createTestDatabase(service.name, prepare),
    startIssuer(),
    startAccounts(),
  ]);
  if (keepMemberships) accounts.set = (userId, companies) => keepMemberships(database, userId, companies);
  const { app } = await createService(module, service, {
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    AUTH_URL: issuer.authUrl,
    IDENTITY_URL: issuer.url,
    ACCOUNTS_URL: accounts.url,
    DATABASE_URL: database.serviceUrl,
    REDIS_URL: process.env['REDIS_URL'],
    ...busSettingsOfTests(service.name),
    CURSOR_SECRET: 'a-secret-for-cursors-in-tests-only',
    ...env,
  });
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const problems = new AnsweredProblems(service.name, app);
  const sent = sender(url);
  const send: TestApi['send'] = async (method, path, options = {}) => {
    const answer = await sent(method, path, options);
    problems.see({ method, path, options }, answer);
    return answer;
  };
  return {
    app,
    url,
    database,
    issuer,
    accounts,
    send,
    caller: (options) => createCaller(send, issuer, accounts, options),
    close: async () => {
      try {
        await problems.makeMistakes({
          send: ({ method, path, options }) => send(method, path, options),
          caller: (options) => createCaller(send, issuer, accounts, options),
        });
        problems.save();
      } finally {
        await app.close();
        await Promise.all([issuer.close(), accounts.close(), database.drop()]);
      }
    },
  };
}

const bodyTypeOf = (method: string): string =>
  method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';

/** By undici's own request: a tenth of a service's specs was in `fetch` above it. */
const sender =
  (url: string): TestApi['send'] =>
  async (method, path, { body, headers } = {}) => {
    const json = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await request(`${url}${path}`, {
      method: method as Dispatcher.HttpMethod,
      headers: { ...(json !== undefined && { 'content-type': bodyTypeOf(method) }), ...headers },
      ...(json !== undefined && { body: json }),
    });
    const text = await response.body.text();
    const answered = headersOf(response.headers);
    const isJson = /[/+]json\b/.test(answered.get('content-type') ?? '');
    return { status: response.statusCode, headers: answered, body: isJson && text ? JSON.parse(text) : text };
  };

const headersOf = (headers: Dispatcher.ResponseData['headers']): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  );

function membershipOf(companyId: string, options: CallerOptions): Membership {
  const { role = 'admin', orgStructureIds = [], requireIfMatch = false, riskBands } = options;
  const { allowSelfApproval = false, defaultApproverUserIds = [] } = options;
  const permissions = [...(options.permissions ?? builtInRoles[role])];
  return {
    companyId,
    timeZone: 'Europe/Dublin',
    requireIfMatch,
    riskBands,
    allowSelfApproval,
    defaultApproverUserIds,
    assignments: [
      {
        id: randomUUID(),
        roleId: randomUUID(),
        roleName: role,
        isEventManager: isEventManagerRole(permissions),
        permissions,
        orgStructureIds,
      },
    ],
  };
}

/** A token that a client of a company got for itself. */
const ownToken = (clientId: string, companyId: string): TokenOptions => ({
  claims: { client_id: clientId, company_id: companyId, sid: undefined, grant_id: undefined },
});

async function createCaller(
  send: TestApi['send'],
  issuer: TestIssuer,
  accounts: TestAccounts,
  options: CallerOptions = {},
): Promise<TestCaller> {
  const userId = randomUUID();
  const companyId = options.companyId ?? randomUUID();
  await accounts.set(userId, [membershipOf(companyId, options)]);
  const token = await issuer.token(
    userId,
    options.asServiceClient ? ownToken(userId, companyId) : options.token,
  );
  const identified = { authorization: `Bearer ${token}`, 'x-company-context': companyId };
  const as = (method: string, path: string, { body, headers }: RequestOptions = {}) =>
    send(method, path, { body, headers: { ...identified, ...headers } });
  return {
    userId,
    companyId,
    token,
    get: (path, more) => as('GET', path, more),
    post: (path, body, more) => as('POST', path, { ...more, body }),
    put: (path, body, more) => as('PUT', path, { ...more, body }),
    patch: (path, body, more) => as('PATCH', path, { ...more, body }),
    delete: (path, more) => as('DELETE', path, more),
  };
}
