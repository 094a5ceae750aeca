import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import { operator } from '../../clients/client-keepers.js';
import { ClientRegistry } from '../../clients/client-registry.js';
import { clientPath, consolePath, consolePaths } from '../../paths/console.js';
import { locationOf } from '../../testing/browser.js';
import { ConsoleBrowser, secretIn } from '../../testing/console-browser.js';
import { credentials, requestToken } from '../../testing/flows.js';
import { authUrl, type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';

type Fields = [string, string][];

const good: Fields = [
  ['name', 'Field tablets'],
  ['authMethod', 'client_secret'],
  ['grantTypes', 'authorization_code'],
  ['grantTypes', 'client_credentials'],
  ['scopes', 'openid'],
  ['scopes', 'resources_business_api'],
  ['redirectUris', 'https://tablets.example/callback\r\nhttps://tablets.example/second\r\n'],
  ['logoutUri', 'https://tablets.example/logout'],
  ['accessTokenMinutes', '1,5'],
  ['refreshTokenDays', ''],
];
const withField = (name: string, ...values: string[]): Fields => [
  ...good.filter(([known]) => known !== name),
  ...values.map((value): [string, string] => [name, value]),
];

describe('console: API clients', () => {
  let provider: IdentityUnderTest;
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    provider = await startIdentity();
    browser = await ConsoleBrowser.signedIn(provider);
  });
  afterAll(() => provider.close());

  const status = async (path: string, who = browser): Promise<number> =>
    (await who.open(authUrl + path)).status;
  const create = () => browser.createClient(good);
  const versionOf = async (id: string): Promise<string> =>
    /name="version" value="(\d+)"/.exec(await browser.text(`${clientPath(id)}/edit`))?.[1] ?? '';
  const secretsOf = async (id: string): Promise<string[]> =>
    [...(await browser.text(clientPath(id))).matchAll(/secrets\/([\w-]{36})\/revoke"/g)].map(([, secret]) =>
      String(secret),
    );
  const tokenStatus = async (id: string, secret: string): Promise<number> =>
    (
      await requestToken(provider, {
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
        scope: 'resources_business_api',
      })
    ).status;

  const pages = ['', '/new', '/anything', '/anything/edit', '/anything/delete', '/anything/secrets/new'];
  it.each(pages)('GET /clients%s 403: a user who manages none, with a clear word', async (path) => {
    const employee = await ConsoleBrowser.signedIn(provider, {
      email: 'employee@demo.example',
      password: credentials.password,
    });
    const response = await employee.open(authUrl + consolePaths.clients + path);
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('API clients are managed by administrators of a company.'),
    ]);
    expect(await employee.text(consolePath)).not.toContain(consolePaths.clients);
    for (const post of ['/new', '/anything/delete', '/anything/secrets/new'])
      expect((await employee.send(consolePaths.clients + post)).status).toBe(403);
  });

  it('GET /clients 200: those of the company; not the operator’s, nor the console itself', async () => {
    const { id } = await create();
    const page = await browser.text(consolePaths.clients);
    expect(page).toContain(clientPath(id));
    expect(page).not.toContain('demo-web');
    expect(page).not.toContain('identity-console');
  });

  it.each(['', '/edit', '/disable', '/delete', '/secrets/new'])(
    'GET /clients/:id%s 404: of the operator, the console, another company, or nobody',
    async (path) => {
      const { id } = await create();
      const stranger = await ConsoleBrowser.signedIn(provider, {
        email: 'admin@other.example',
        password: credentials.password,
      });
      expect(await status(clientPath(id) + path)).toBe(200);
      expect(await status(clientPath(id) + path, stranger)).toBe(404);
      for (const other of ['demo-web', 'identity-console', 'nobody', '%00'])
        expect([other, await status(`${consolePaths.clients}/${other}${path}`)]).toEqual([other, 404]);
      const [secret] = await secretsOf(id);
      for (const post of ['edit', 'disable', 'enable', 'delete', 'secrets/new', `secrets/${secret}/revoke`])
        expect((await stranger.send(`${clientPath(id)}/${post}`, good)).status).toBe(404);
    },
  );

  it('POST /clients/new 303: registered as the form says; the secret is shown once and works', async () => {
    const { id, secret, address } = await create();
    expect(await tokenStatus(id, secret)).toBe(200);
    expect(await status(address)).toBe(404);
    const page = await browser.text(clientPath(id));
    for (const shown of [
      'Field tablets',
      'https://tablets.example/second',
      'https://tablets.example/logout',
      '1.5',
    ])
      expect(page).toContain(shown);
    expect(page).not.toContain(secret);
    expect(page).toContain(`…${secret.slice(-4)}`);
  });

  it('POST /clients/new 303: a public client has no secret, nor has one with a key of its own', async () => {
    const isPublic = withField('authMethod', 'none').filter(([, value]) => value !== 'client_credentials');
    const publicPage = await browser.sendAndFollow(consolePaths.newClient, isPublic);
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'of-the-client' }] });
    const keyPage = await browser.sendAndFollow(consolePaths.newClient, [
      ...withField('authMethod', 'private_key_jwt'),
      ['jwks', jwks],
    ]);
    for (const page of [publicPage, keyPage]) {
      expect(page).toContain('The client is registered.');
      expect(page).not.toContain('/secrets/');
    }
    const id = /clients\/([\w-]+)\/edit"/.exec(keyPage)?.[1] ?? '';
    expect(await browser.text(`${clientPath(id)}/edit`)).toContain('of-the-client');
    expect((await browser.send(`${clientPath(id)}/secrets/new`)).status).toBe(409);
  });

  it('POST /clients/new 422: a key whose signatures anybody can make, said at the field', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), e: 'AQ', kid: 'one' }] });
    const response = await browser.send(consolePaths.newClient, [
      ...withField('authMethod', 'private_key_jwt'),
      ['jwks', jwks],
    ]);
    expect(response.status).toBe(422);
    expect(await response.text()).toMatch(/not the public keys of a client\..*one: Its exponent/s);
  });

  it('not even an operator lists or changes the console itself', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    expect((await registry.list(operator)).map(({ id }) => id)).not.toContain('identity-console');
    await expect(registry.remove(operator, 'identity-console')).rejects.toMatchObject({ status: 404 });
  });

  it('the page with the secret is for the session that asked alone', async () => {
    const { id } = await create();
    const answer = await browser.send(`${clientPath(id)}/secrets/new`, { overlap: 'day' });
    const page = locationOf(answer)?.pathname ?? '';
    const colleague = await ConsoleBrowser.signedIn(provider);
    expect(await status(page, colleague)).toBe(404);
    expect(await browser.text(page)).toMatch(/id="secret">[\w-]{43}</);
  });

  const wrong: { field: string; values: string[]; says: string }[] = [
    { field: 'name', values: [' '], says: 'Please give the client a name.' },
    { field: 'name', values: ['a\u0000b'], says: 'leave out characters that cannot be seen' },
    { field: 'name', values: ['x'.repeat(101)], says: 'at most 100 characters' },
    { field: 'authMethod', values: ['magic'], says: 'Please choose.' },
    { field: 'authMethod', values: ['none'], says: 'need a client that proves who it is' },
    { field: 'authMethod', values: ['private_key_jwt'], says: 'These are not the public keys of a client.' },
    { field: 'grantTypes', values: [], says: 'Please choose.' },
    { field: 'grantTypes', values: ['implicit'], says: 'Please choose.' },
    { field: 'grantTypes', values: ['refresh_token'], says: 'Renewing needs a way to sign in' },
    { field: 'scopes', values: ['everything'], says: 'Please choose.' },
    { field: 'scopes', values: ['openid', 'offline_access'], says: 'offline_access needs refresh_token.' },
    { field: 'redirectUris', values: [''], says: 'needs at least one address' },
    { field: 'redirectUris', values: ['tablets'], says: 'tablets: is not an address' },
    { field: 'redirectUris', values: ['http://tablets.example/'], says: 'has to begin with https://' },
    { field: 'redirectUris', values: ['https://t.example/#x'], says: 'must not have a part after #' },
    { field: 'name', values: ['Pay\u202eroll'], says: 'leave out characters that cannot be seen' },
    { field: 'redirectUris', values: ['https://*.example/'], says: 'must not have a *' },
    { field: 'redirectUris', values: ['https://a.example;b/'], says: 'must have a host of letters' },
    { field: 'redirectUris', values: ['https://a.example/\nhttps://a.example/'], says: 'is there twice.' },
    {
      field: 'logoutUri',
      values: ['https://localhost/logout'],
      says: 'must not lead into a private network',
    },
    {
      field: 'redirectUris',
      values: ['https://app.example/cb?code=zz'],
      says: 'https://app.example/cb?code=zz: must not have a parameter that the answer brings',
    },
    {
      field: 'postLogoutRedirectUris',
      values: ['https://app.example/bye?state=yy'],
      says: 'must not have a parameter that the answer brings',
    },
    { field: 'logoutUri', values: ['https://10.0.0.1/logout'], says: 'must not lead into a private network' },
    { field: 'backchannelLogoutUri', values: ['ftp://a.example/'], says: 'has to begin with https://.' },
    { field: 'logoutUri', values: ['http://127.0.0.1:9090/x'], says: 'has to begin with https://.' },
    { field: 'accessTokenMinutes', values: ['61'], says: 'Please enter a number from 1 to 60.' },
    ...['soon', '0x10', '1e1', '-5', '+5', '1.', '.5', '５'].map((value) => ({
      field: 'accessTokenMinutes',
      values: [value],
      says: 'Please enter a number from 1 to 60.',
    })),
    { field: 'idTokenSignedResponseAlg', values: ['HS256'], says: 'Please choose.' },
    { field: 'refreshTokenDays', values: ['91'], says: 'Please enter a number from 0.04167 to 90.' },
  ];
  it.each(wrong)(
    'POST /clients/new 422: $field $values, said at the field',
    async ({ field, values, says }) => {
      const response = await browser.send(consolePaths.newClient, withField(field, ...values));
      const page = await response.text();
      expect(response.status).toBe(422);
      expect(page).toContain('<title>Please correct: New client');
      expect(page).toMatch(/role="alert"[^>]* autofocus>/);
      const errors = [...page.matchAll(/class="error" id="(\w+)-error">([^<]*)</g)];
      expect(errors.map(([, , text]) => text).join(' ')).toContain(says);
      for (const [, name] of errors) expect(page).toContain(`<li><a href="#${name}">`);
      // The other fields keep their content.
      if (field !== 'scopes') expect(page).toContain('value="resources_business_api" checked');
    },
  );

  it('POST /clients/:id/edit 303: what was taken away is gone; 412: somebody else was faster', async () => {
    const { id, secret } = await create();
    const version = await versionOf(id);
    const change = withField('name', 'Renamed').filter(([name]) => name !== 'logoutUri');
    const saved = await browser.sendAndFollow(`${clientPath(id)}/edit`, [...change, ['version', version]]);
    expect(saved).toContain('The client is saved.');
    expect(saved).toContain('<h1>Renamed</h1>');
    expect(saved).not.toContain('https://tablets.example/logout');
    expect(await tokenStatus(id, secret)).toBe(200);
    const late = await browser.send(`${clientPath(id)}/edit`, [...good, ['version', version]]);
    const page = await late.text();
    expect([late.status, page]).toEqual([
      412,
      expect.stringContaining('Somebody else has changed this in the meantime.'),
    ]);
    const marked = [...page.matchAll(/id="(\w+)-error">([^<]*)</g)].map(([, ...field]) => field);
    expect(marked).toEqual([
      ['name', 'By now this is: Renamed'],
      ['logoutUri', 'By now this is empty.'],
    ]);
    expect(page).toContain('value="Field tablets"');
    const next: [string, string] = ['version', /name="version" value="(\d+)"/.exec(page)?.[1] ?? ''];
    expect(await browser.sendAndFollow(`${clientPath(id)}/edit`, [...good, next])).toContain(
      '<h1>Field tablets</h1>',
    );
    const faulty = withField('redirectUris', 'https://tablets.example/#');
    expect((await browser.send(`${clientPath(id)}/edit`, [...faulty, ['version', version]])).status).toBe(
      422,
    );
  });

  it('POST /clients/:id/edit 303: an hour, as the page shows it in each language, stays one', async () => {
    const { id } = await browser.createClient(
      [...good].map(([name, value]) => [name, name === 'refreshTokenDays' ? '0,04167' : value]),
    );
    const stored = () =>
      provider.query('SELECT refresh_token_seconds AS seconds FROM clients WHERE id = $1', [id]);
    expect(await stored()).toEqual([{ seconds: 3600 }]);
    for (const [tag, shown] of [
      ['nl', '0,04167'],
      ['en', '0.04167'],
      ['es-u-nu-arab', '0,04167'],
    ] as const) {
      expect(await browser.text(`${clientPath(id)}?ui_locales=${tag}`)).toContain(`<dd>${shown}</dd>`);
      const form = await browser.text(`${clientPath(id)}/edit?ui_locales=${tag}`);
      const days = /name="refreshTokenDays"[^>]* value="([^"]*)"/.exec(form)?.[1] ?? '';
      expect(days).toBe(shown);
      const unchanged: Fields = good.map(([name, value]) => [
        name,
        name === 'refreshTokenDays' ? days : value,
      ]);
      await browser.send(`${clientPath(id)}/edit`, [...unchanged, ['version', await versionOf(id)]]);
      expect(await stored()).toEqual([{ seconds: 3600 }]);
    }
    await browser.text(`${clientPath(id)}?ui_locales=en`);
  });

  it('POST /clients/:id/edit 303: ID tokens are signed as was chosen, RS256 where nobody chose', async () => {
    const { id } = await create();
    const isChosen = async (alg: string): Promise<boolean> =>
      (await browser.text(`${clientPath(id)}/edit`)).includes(`value="${alg}" checked`);
    expect(await isChosen('RS256')).toBe(true);
    const es256 = withField('idTokenSignedResponseAlg', 'ES256');
    const version = await versionOf(id);
    const saved = await browser.sendAndFollow(`${clientPath(id)}/edit`, [...es256, ['version', version]]);
    expect(saved).toContain('<dt>Signature of ID tokens</dt><dd>ES256</dd>');
    expect(await isChosen('ES256')).toBe(true);
  });

  it('POST disable and enable 303: nothing in between', async () => {
    const { id, secret } = await create();
    const disabled = await browser.sendAndFollow(`${clientPath(id)}/disable`);
    expect(disabled).toContain('The client is disabled.');
    expect(await tokenStatus(id, secret)).toBe(401);
    expect(await browser.sendAndFollow(`${clientPath(id)}/enable`)).toContain('The client is enabled.');
    expect(await tokenStatus(id, secret)).toBe(200);
  });

  it('POST disable needs no password just entered, for emergencies; POST enable does', async () => {
    const { id, secret } = await create();
    await provider.query("UPDATE console_sessions SET authenticated_at = now() - interval '11 minutes'");
    expect(await browser.sendAndFollow(`${clientPath(id)}/disable`)).toContain('The client is disabled.');
    const refused = await browser.send(`${clientPath(id)}/enable`);
    expect([refused.status, locationOf(refused)?.pathname]).toEqual([303, consolePaths.signIn]);
    expect(await tokenStatus(id, secret)).toBe(401);
    await provider.query('UPDATE console_sessions SET authenticated_at = now()');
    expect(await browser.sendAndFollow(`${clientPath(id)}/enable`)).toContain('The client is enabled.');
  });

  it('POST /clients/:id/delete 303: gone', async () => {
    const { id, secret } = await create();
    expect(await browser.sendAndFollow(`${clientPath(id)}/delete`)).toContain('The client is deleted.');
    expect(await status(clientPath(id))).toBe(404);
    expect(await tokenStatus(id, secret)).toBe(401);
  });

  it('secrets: two live with an overlap, 409 for a third, revoking one leaves the other', async () => {
    const { id, secret: first } = await create();
    const page = await browser.sendAndFollow(`${clientPath(id)}/secrets/new`, { overlap: 'week' });
    const second = secretIn(page);
    expect([await tokenStatus(id, first), await tokenStatus(id, second)]).toEqual([200, 200]);
    const third = await browser.send(`${clientPath(id)}/secrets/new`);
    const refused = await third.text();
    expect([third.status, refused]).toEqual([409, expect.stringContaining('Two secrets are in use.')]);
    expect(refused).toContain('<title>Please correct: Field tablets');
    expect(refused).toMatch(/role="alert"[^>]* autofocus><p>Two secrets are in use/);
    const [older] = await secretsOf(id);
    expect(await status(`${clientPath(id)}/secrets/${older}/revoke`)).toBe(200);
    const revoked = await browser.sendAndFollow(`${clientPath(id)}/secrets/${older}/revoke`);
    expect(revoked).toContain('The secret is revoked.');
    expect([await tokenStatus(id, first), await tokenStatus(id, second)]).toEqual([401, 200]);
    // As on a page from before, where the secret is shown.
    const again = await browser.sendAndFollow(`${clientPath(id)}/secrets/${older}/revoke`);
    expect(again).toContain('The secret is revoked.');
    // A link says nothing that was not done.
    const linked = await browser.open(`${authUrl}${clientPath(id)}/secrets/${older}/revoke`);
    expect([linked.status, linked.headers.get('location')]).toEqual([303, clientPath(id)]);
  });

  it('POST /clients/:id/secrets/:secretId/revoke 404: a secret of another client, which goes on working', async () => {
    const [one, other] = [await create(), await create()];
    const [secret] = await secretsOf(other.id);
    expect((await browser.send(`${clientPath(one.id)}/secrets/${secret}/revoke`)).status).toBe(404);
    for (const { id, secret: kept } of [one, other]) expect(await tokenStatus(id, kept)).toBe(200);
  });

  const idsOf = async () => new Set((await browser.text(consolePaths.clients)).match(/clients\/[\w-]{36}/g));

  it('POST /clients/new 303 twice, by a double click: one client, and the secret is shown', async () => {
    const before = await idsOf();
    const send = () => browser.send(consolePaths.newClient, [...good, ['submission', 'clicked twice']]);
    const answers = await Promise.all([send(), send(), send()]);
    const [first, ...others] = answers.map((answer) => locationOf(answer)?.href);
    expect(others).toEqual([first, first]);
    expect((await idsOf()).size).toBe(before.size + 1);
    expect(secretIn(await (await browser.follow(answers[1] as Response)).text())).not.toBe('');
  });

  it('POST /clients/new 303 for the form that was filled in anew, 422 each time for a wrong one', async () => {
    const submission: [string, string] = ['submission', 'gone back to'];
    const before = await idsOf();
    for (const name of ['First', 'Second'])
      await browser.send(consolePaths.newClient, [...withField('name', name), submission]);
    expect((await idsOf()).size).toBe(before.size + 2);
    const wrongly = () => browser.send(consolePaths.newClient, [...withField('name', ' '), submission]);
    const answers = await Promise.all([wrongly(), wrongly()]);
    expect(answers.map(({ status: code }) => code)).toEqual([422, 422]);
  });

  it('POST /clients/:id/secrets/new 303 twice, by a double click: the secret is shown', async () => {
    const { id } = await create();
    const path = `${clientPath(id)}/secrets/new`;
    const page = await browser.text(path);
    const submission =
      /name="submission" value="([\w-]+)"/.exec(page.slice(page.indexOf('<main')))?.[1] ?? '';
    const send = () => browser.send(path, { overlap: 'week', submission });
    const lost = await send();
    const answer = await send();
    expect([answer.status, locationOf(answer)?.href]).toEqual([303, locationOf(lost)?.href]);
    expect(await tokenStatus(id, secretIn(await (await browser.follow(answer)).text()))).toBe(200);
  });

  it('POST edit, revoke and delete 303 twice, by a double click: to where the first one led', async () => {
    const { id } = await browser.createClient(withField('grantTypes', 'authorization_code'));
    const path = clientPath(id);
    const twice = async (address: string, fields: Fields = []) => {
      const form: Fields = [...fields, ['submission', randomUUID()]];
      const send = () => browser.send(address, form);
      const led = [await send(), await send()].map(locationOf);
      return led.map((next) => [next?.pathname, next?.searchParams.get('done')]);
    };
    const both = (...led: [address: string, done: string]) => [led, led];
    const changed: Fields = [...good, ['version', await versionOf(id)]];
    expect(await twice(`${path}/edit`, changed)).toEqual(both(path, 'clientActs'));
    const made = await browser.send(`${path}/secrets/new`, { overlap: 'week' });
    const revoke = `${locationOf(made)?.pathname}/revoke`;
    expect(await twice(revoke)).toEqual(both(path, 'secretRevoked'));
    expect(await twice(`${path}/delete`)).toEqual(both(consolePaths.clients, 'clientDeleted'));
  });

  it('a new secret without overlap ends the one before at once', async () => {
    const { id, secret } = await create();
    await browser.sendAndFollow(`${clientPath(id)}/secrets/new`, { overlap: 'none' });
    expect(await tokenStatus(id, secret)).toBe(401);
  });

  it('who manages the clients of two companies chooses one, and no other', async () => {
    const both = await ConsoleBrowser.signedIn(provider, {
      email: 'both@demo.example',
      password: credentials.password,
    });
    const form = await both.text(consolePaths.newClient);
    const [first, second] = [...form.matchAll(/name="companyId" value="([\w-]{36})"/g)].map(([, id]) => id);
    expect(second).not.toBe(first);
    const send = (companyId: string) =>
      both.send(consolePaths.newClient, [...withField('name', 'Of both'), ['companyId', companyId]]);
    expect((await send(String(second))).status).toBe(303);
    const foreign = await send('018f0000-0000-7000-8000-000000000000');
    expect([foreign.status, await foreign.text()]).toEqual([
      422,
      expect.stringContaining('id="companyId-error"'),
    ]);
  });

  describe('a password entered long ago', () => {
    const sensitive = [
      '/clients/new',
      '/clients/ID/edit',
      '/clients/ID/delete',
      '/clients/ID/secrets/new',
      '/clients/ID/secrets/SECRET/revoke',
    ];
    it.each(sensitive)('303: %s asks for it again, and then goes on', async (template) => {
      const { id } = await create();
      const [secret = ''] = await secretsOf(id);
      const path = consolePath + template.replace('ID', id).replace('SECRET', secret);
      await provider.query("UPDATE console_sessions SET authenticated_at = now() - interval '11 minutes'");
      const asked = await browser.open(authUrl + path);
      expect([asked.status, locationOf(asked)?.searchParams.get('fresh')]).toEqual([303, '']);
      await provider.query("UPDATE console_sessions SET authenticated_at = now() - interval '41 minutes'");
      const sent = await browser.send(path, good);
      const asks = locationOf(sent)?.searchParams;
      expect([sent.status, asks?.get('fresh')]).toEqual([303, '']);
      expect(asks?.get('to')).toBe(`${path}?done=nothingSaved`);
      expect([await versionOfRow(id), await secretsOf(id)]).toEqual([1, [secret]]);
      expect((await browser.signInAt(path)).status).toBe(200);
      expect(await status(path)).toBe(200);
    });

    const versionOfRow = async (id: string): Promise<number | undefined> =>
      (await provider.query<{ version: number }>('SELECT version FROM clients WHERE id = $1', [id]))[0]
        ?.version;
  });
});
