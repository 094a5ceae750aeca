import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishSigned } from '@safety/bus/testing';
import { type RevocationPage, type UserState, userChanged } from '@safety/contracts';
import { demoUsers } from '@safety/demo-data';
import { eventually, type Listener, listen } from '@safety/testing';
import { Redis } from 'ioredis';
import { decodeJwt } from 'jose';
import { operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { ClientSecrets } from '../clients/client-secrets.js';
import { SuspendedCompanies } from '../clients/suspended-companies.js';
import { consolePaths } from '../paths/console.js';
import { PasswordLinks } from '../people/password-links/password-links.js';
import { ExpiredSessions } from '../sessions/expired-sessions.js';
import { Browser, locationOf } from '../testing/browser.js';
import { ConsoleBrowser } from '../testing/console-browser.js';
import {
  authorizationUrl,
  credentials,
  everyScope,
  redeem,
  refresh,
  type Tokens,
  tokensAndCode,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const CALLBACK = 'http://localhost:9090/callback';
const ADMIN = 'admin@demo.example';

/** An application that a person is signed in to. */
interface Application {
  client: { client_id: string; client_secret: string; redirect_uri: string };
  tokens: Tokens;
  code: string;
}

/** A person who is signed in to two applications in one browser. */
interface SignedIn {
  email: string;
  browser: Browser;
  sid: string;
  first: Application;
  second: Application;
}

let provider: IdentityUnderTest;
let redis: Redis;
let applications: Listener;
/** The logout calls that arrived: which of them, and of the end of which session. */
const heard = new Set<string>();
let versions = 10;
/** Of accounts: a restore begins one, with lower versions. */
let generation = 0;

beforeAll(async () => {
  redis = new Redis(process.env['REDIS_URL'] ?? '');
  await redis.flushdb();
  applications = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://application');
    const token = new URLSearchParams(await text(request)).get('logout_token');
    heard.add(`${pathname.slice(1)} ${token ? decodeJwt(token)['sid'] : searchParams.get('sid')}`);
    response.end();
  });
  provider = await startIdentity({
    LOGOUT_ALLOWED_HOSTS: new URL(applications.url).host,
  });
});

afterAll(async () => {
  redis.disconnect();
  await provider.close();
  await applications.close();
});

const part = <Type>(type: abstract new (...args: never[]) => Type): Type =>
  provider.app.get<Type>(type, { strict: false });

async function signInAt(
  browser: Browser,
  email: string,
  addresses: { logoutUri?: string; backchannelLogoutUri?: string },
): Promise<Application> {
  const { client, secret } = await part(ClientRegistry).create(operator, null, {
    ...{ name: 'An application', authMethod: 'client_secret', redirectUris: [CALLBACK], ...addresses },
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: everyScope.split(' '),
  });
  const form = { client_id: client.id, client_secret: secret?.secret ?? '', redirect_uri: CALLBACK };
  return { client: form, ...(await tokensAndCode(provider, browser, form, { ...credentials, email })) };
}

async function signedIn(email: string): Promise<SignedIn> {
  const browser = new ConsoleBrowser(provider);
  const first = await signInAt(browser, email, { logoutUri: `${applications.url}/first` });
  const second = await signInAt(browser, email, { backchannelLogoutUri: `${applications.url}/second` });
  return { email, browser, first, second, sid: String(decodeJwt(first.tokens.id_token)['sid']) };
}

/** Publishes what accounts publishes when a user has changed. */
async function publishUser(email: string, changes: (user: UserState) => Partial<UserState>): Promise<void> {
  const { roles, ...user } = demoUsers.find((one) => one.email === email) as (typeof demoUsers)[number];
  const state: UserState = {
    ...user,
    version: versions++,
    disabled: false,
    roles: roles.map(({ id, companyId: cid, roleId: rid, isEventManager: evm, ...flags }) => ({
      ...{ id, cid, rid, evm, accepted: true, managesClients: flags.managesClients },
      managesServiceClients: flags.managesServiceClients,
    })),
  };
  const envelope = {
    ...{ id: randomUUID(), type: userChanged.name, companyId: null, occurredAt: new Date().toISOString() },
    ...{ generation, payload: { ...state, ...changes(state) } },
  };
  await publishSigned(redis, userChanged, envelope);
}

/** Publishes that the user is in companies that an earlier version, which is never published, had left. */
async function publishRejoined(email: string, isLeft: (companyId: string) => boolean): Promise<void> {
  const version = versions++;
  await publishUser(email, ({ roles }) => {
    const companyIds = [...new Set(roles.map(({ cid }) => cid))].filter(isLeft);
    return { left: companyIds.map((cid) => ({ cid, version })) };
  });
}

/** Roles in companies whose invitation the user has not accepted. */
const waiting = (roles: UserState['roles']): UserState['roles'] =>
  roles.map((role) => ({ ...role, accepted: false }));

/** Waits until a change that was published before is known. */
async function known(email: string): Promise<void> {
  const version = versions - 1;
  await eventually(async () =>
    expect(
      await provider.query('SELECT FROM users WHERE email = $1 AND version = $2 AND generation = $3', [
        ...[email, version, generation],
      ]),
    ).toHaveLength(1),
  );
}

/** The statuses of everything that the person was signed in to, in the order of the applications. */
async function statuses({ browser, first, second }: SignedIn) {
  const both = [first, second];
  const snapshot = await (await provider.fetch('/internal/revocations/pages')).json();
  const { revocations } = snapshot as RevocationPage;
  const answer = locationOf(await browser.open(authorizationUrl({ prompt: 'none' }, first.client)));
  return {
    userinfo: await Promise.all(both.map(({ tokens }) => userinfo(tokens))),
    gateway: both.map(({ tokens }) => gatewayAdmits(tokens, revocations)),
    browser: answer?.searchParams.has('code') ?? false,
  };
}

const userinfo = async ({ access_token }: Tokens): Promise<number> =>
  (
    await provider.fetch(`${issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
  ).status;

const gatewayAdmits = ({ access_token }: Tokens, revocations: RevocationPage['revocations']): boolean => {
  const claims = decodeJwt(access_token);
  return !revocations.some(
    ({ sid, grantId, userId, clientId, jti, issuedBefore }) =>
      (claims.iat ?? 0) < issuedBefore &&
      [
        [sid, claims['sid']],
        [grantId, claims['grant_id']],
        [userId, claims.sub],
        [clientId, claims['client_id']],
        [jti, claims.jti],
      ].some(([revoked, claimed]) => revoked !== undefined && revoked === claimed),
  );
};

const renewals = ({ first, second }: SignedIn): Promise<number[]> =>
  Promise.all(
    [first, second].map(async ({ client: { redirect_uri: _, ...client }, tokens }) => {
      const answer = await refresh(provider, tokens.refresh_token, client);
      return answer.status;
    }),
  );

type Cause = (person: SignedIn) => Promise<unknown>;

const newPassword = async ({ email }: SignedIn): Promise<void> => {
  const { id = '' } = demoUsers.find((one) => one.email === email) ?? {};
  const token = await part(PasswordLinks).create(id, 60);
  const password = 'seven quiet lanterns drift';
  const fields = { token, password, repeated: password };
  const saved = await new Browser(provider).submit(`${issuer}/new-password`, fields);
  expect(saved.status).toBe(303);
};

const endOfSession: [name: string, email: string, cause: Cause][] = [
  [
    'the user signs out',
    ADMIN,
    ({ browser, first }) =>
      browser.open(`${issuer}/connect/endsession?id_token_hint=${first.tokens.id_token}`),
  ],
  [
    'the user ends the session in the console of another browser',
    ADMIN,
    async ({ sid }) =>
      (await ConsoleBrowser.signedIn(provider)).sendAndFollow(`${consolePaths.sessions}/end`, { sid }),
  ],
  [
    'nobody comes back until it expires',
    ADMIN,
    async ({ sid }) => {
      await provider.query('UPDATE sessions SET expires_at = now() WHERE sid = $1', [sid]);
      await part(ExpiredSessions).endAll();
    },
  ],
  ['the password is changed', 'manager@demo.example', newPassword],
  [
    'the user is disabled',
    'employee@demo.example',
    ({ email }) => publishUser(email, () => ({ disabled: true })),
  ],
  [
    'the user leaves the last company',
    'both@demo.example',
    ({ email }) => publishUser(email, () => ({ roles: [] })),
  ],
  [
    'the user leaves the last company that was accepted',
    'both@demo.example',
    async ({ email }) => {
      await publishUser(email, ({ roles }) => ({
        roles: [...roles.slice(0, 1), ...waiting(roles.slice(1))],
      }));
      await publishUser(email, ({ roles }) => ({ roles: waiting(roles.slice(1)) }));
    },
  ],
  [
    'the user left the last company and joined it again, of which only the second is ever known',
    'both@demo.example',
    async ({ email }) => {
      await publishUser(email, () => ({}));
      await known(email);
      await publishRejoined(email, () => true);
    },
  ],
  [
    'the user left and joined the last company after accounts was restored, of which only the second is known',
    'both@demo.example',
    async ({ email }) => {
      await publishUser(email, () => ({}));
      await known(email);
      [generation, versions] = [1, 1];
      await publishRejoined(email, () => true);
    },
  ],
];

describe('the session ends for all when', () => {
  it.each(endOfSession)('%s', async (_, email, cause) => {
    const person = await signedIn(email);
    expect(await statuses(person)).toEqual({ userinfo: [200, 200], gateway: [true, true], browser: true });
    await cause(person);
    await eventually(() => expect(heard).toContain(`first ${person.sid}`));
    await eventually(() => expect(heard).toContain(`second ${person.sid}`));
    expect(await statuses(person)).toEqual({ userinfo: [401, 401], gateway: [false, false], browser: false });
    expect(await renewals(person)).toEqual([400, 400]);
  });
});

const endAtSecond: [name: string, cause: Cause, renewal: number][] = [
  ['is disabled', ({ second }) => part(ClientRegistry).disable(operator, second.client.client_id), 401],
  ['is deleted', ({ second }) => part(ClientRegistry).remove(operator, second.client.client_id), 401],
  [
    'has a secret revoked',
    async ({ second: { client } }) => {
      const secrets = part(ClientSecrets);
      const [old] = await secrets.list(operator, client.client_id);
      const { secret } = await secrets.issue(operator, client.client_id);
      await secrets.revoke(operator, client.client_id, old?.id ?? '');
      Object.assign(client, { client_secret: secret });
    },
    400,
  ],
  [
    'revokes its refresh token',
    ({ second: { client, tokens } }) =>
      provider.fetch(`${issuer}/connect/revocation`, {
        method: 'POST',
        body: new URLSearchParams({ ...client, token: tokens.refresh_token }),
      }),
    400,
  ],
  ['uses a code twice', ({ second: { client, code } }) => redeem(provider, code, client), 400],
];

describe('what one client was given ends, and the session goes on without it, when the client', () => {
  it.each(endAtSecond)('%s', async (_, cause, renewal) => {
    const person = await signedIn(ADMIN);
    await cause(person);
    expect(await statuses(person)).toEqual({ userinfo: [200, 401], gateway: [true, false], browser: true });
    expect(await renewals(person)).toEqual([200, renewal]);
    const deliveries = await provider.query('SELECT 1 FROM logout_deliveries WHERE sid = $1', [person.sid]);
    expect(deliveries).toEqual([]);
  });

  it('was disabled, and the session ends later: it is told like the others', async () => {
    const person = await signedIn(ADMIN);
    await part(ClientRegistry).disable(operator, person.second.client.client_id);
    await person.browser.open(`${issuer}/connect/endsession?id_token_hint=${person.first.tokens.id_token}`);
    await eventually(() => expect(heard).toContain(`second ${person.sid}`));
  });
});

const suspend: Cause = async ({ second: { client } }) => {
  const companyId = randomUUID();
  await provider.query('UPDATE clients SET company_id = $2 WHERE id = $1', [client.client_id, companyId]);
  const limits = { sessionLifetimeMinutes: null, allowSelfApproval: false, defaultApproverUserIds: [] };
  const company = { name: 'Suspended', timeZone: 'Europe/Amsterdam', riskBands: null, ...limits };
  await part(SuspendedCompanies).keep({ id: companyId, version: 1, status: 'suspended', ...company });
};

const endOfClient: [name: string, cause: Cause, isKnown: boolean][] = [
  ['is disabled', ({ second }) => part(ClientRegistry).disable(operator, second.client.client_id), true],
  ['is of a company that is suspended', suspend, true],
  ['is deleted', ({ second }) => part(ClientRegistry).remove(operator, second.client.client_id), false],
];

describe('the user signs out at a client that', () => {
  const endSession = (parameters: Record<string, string>): string =>
    `${issuer}/connect/endsession?${new URLSearchParams(parameters)}`;
  const signedOut = `${issuer}/connect/endsession/success`;
  const isSignedIn = async (person: SignedIn): Promise<boolean> => (await statuses(person)).browser;

  it('400 page: a state of more than 4096 bytes is kept for nobody, signed in or not', async () => {
    const person = await signedIn(ADMIN);
    const stored = async () => {
      const rows = await provider.query<{ rows: number }>(
        "SELECT count(*)::int AS rows FROM sessions WHERE user_id IS NULL OR payload->'state' IS NOT NULL",
      );
      return rows[0]?.rows;
    };
    const before = await stored();
    for (const browser of [new Browser(provider), person.browser]) {
      const refused = await browser.open(endSession({ state: 'x'.repeat(4_097) }));
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringMatching(
          /invalid_request<\/code>: &#39;state&#39; must have at most 4096 bytes, as it is kept/,
        ),
      ]);
    }
    expect([await stored(), await isSignedIn(person)]).toEqual([before, true]);
    expect((await new Browser(provider).open(endSession({ state: 'x'.repeat(4_096) }))).status).toBe(303);
  });

  it('303: nothing is kept for nobody, who gets no cookie of a session, and is nobody to every frame', async () => {
    const { browser, sid } = await signedIn(ADMIN);
    await provider.query('UPDATE sessions SET ended_at = now() WHERE sid = $1', [sid]);
    expect(browser.cookie('session-state')).toBeDefined();
    const sessions = () => provider.query('SELECT sid, version FROM sessions ORDER BY sid');
    const before = await sessions();
    for (const nobody of [new Browser(provider), browser]) {
      const answer = await nobody.open(endSession({ state: 'x' }));
      expect([answer.status, locationOf(answer)?.href]).toEqual([303, signedOut]);
      const cookies = answer.headers.getSetCookie();
      expect(cookies.filter((line) => /^session(\.sig)?=/.test(line))).toEqual([]);
      expect(cookies).toEqual([expect.stringMatching(/^session-state=; .*expires=Thu, 01 Jan 1970/)]);
    }
    expect(browser.cookie('session-state')).toBeUndefined();
    expect(await sessions()).toEqual(before);
  });

  it.each(endOfClient)(
    '%s: at once with its hint, and stays at the page of the service',
    async (_, cause) => {
      const person = await signedIn(ADMIN);
      await cause(person);
      const asked = { id_token_hint: person.second.tokens.id_token, post_logout_redirect_uri: CALLBACK };
      expect(locationOf(await person.browser.open(endSession(asked)))?.href).toBe(signedOut);
      expect(await isSignedIn(person)).toBe(false);
      await eventually(() => expect(heard).toContain(`first ${person.sid}`));
    },
  );

  it.each(endOfClient)('%s: after a question without a hint', async (_, cause) => {
    const person = await signedIn(ADMIN);
    await cause(person);
    const { browser, second } = person;
    const question = await browser.open(endSession({ client_id: second.client.client_id }));
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await question.text())?.[1] ?? '';
    expect([question.status, await isSignedIn(person)]).toEqual([200, true]);
    const answer = await browser.submit(`${issuer}/connect/endsession/confirm`, { xsrf, logout: 'yes' });
    expect([locationOf(answer)?.href, await isSignedIn(person)]).toEqual([signedOut, false]);
  });

  it.each(endOfClient)(
    '%s: its server without a cookie, as long as it is known',
    async (_, cause, isKnown) => {
      const person = await signedIn(ADMIN);
      await cause(person);
      const answer = await provider.fetch(endSession({ id_token_hint: person.second.tokens.id_token }));
      expect([answer.status, await isSignedIn(person)]).toEqual(isKnown ? [200, false] : [400, true]);
    },
  );
});

describe('the session goes on when', () => {
  const email = 'both@demo.example';

  const leavings: [name: string, leave: (companyId: string | undefined) => Promise<void>][] = [
    [
      'leaves one of two companies',
      (companyId) =>
        publishUser(email, ({ roles }) => ({ roles: roles.filter(({ cid }) => cid !== companyId) })),
    ],
    [
      'left one of two and joined it again, of which only the second is ever known',
      (companyId) => publishRejoined(email, (cid) => cid === companyId),
    ],
  ];

  it.each(leavings)('the user %s: what its own clients were granted ends', async (_, leave) => {
    await publishUser(email, () => ({}));
    await known(email);
    const person = await signedIn(email);
    const { roles = [] } = demoUsers.find((one) => one.email === email) ?? {};
    const companyId = roles[0]?.companyId;
    await provider.query('UPDATE clients SET company_id = $2 WHERE id = $1', [
      person.second.client.client_id,
      companyId,
    ]);
    await leave(companyId);
    await known(email);
    expect(await statuses(person)).toEqual({ userinfo: [200, 401], gateway: [true, false], browser: true });
    expect(await renewals(person)).toEqual([200, 400]);
  });

  it('a company removes somebody who never accepted its invitation', async () => {
    const invited = { id: randomUUID(), cid: randomUUID(), rid: randomUUID(), evm: false };
    const flags = { accepted: false, managesClients: false, managesServiceClients: false };
    await publishUser(email, ({ roles }) => ({ roles: [...roles, { ...invited, ...flags }] }));
    await known(email);
    const person = await signedIn(email);
    await publishUser(email, () => ({}));
    await known(email);
    expect(await statuses(person)).toEqual({ userinfo: [200, 200], gateway: [true, true], browser: true });
  });
});

it('another role in the same company signs nobody out', async () => {
  const person = await signedIn('admin@other.example');
  await publishUser(person.email, ({ roles: [role] }) => ({
    familyName: 'Changed',
    roles: role ? [{ ...role, rid: randomUUID() }] : [],
  }));
  await eventually(async () =>
    expect(await provider.query("SELECT 1 FROM users WHERE family_name = 'Changed'")).toHaveLength(1),
  );
  expect(await statuses(person)).toEqual({ userinfo: [200, 200], gateway: [true, true], browser: true });
});
