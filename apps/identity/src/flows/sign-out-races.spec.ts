import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { behindLock } from '../testing/behind-lock.js';
import { Browser, locationOf } from '../testing/browser.js';
import { registerEs256Client } from '../testing/es256-client.js';
import {
  authorizationUrl,
  codeOf,
  redeem,
  refresh,
  refusalOf,
  secondClient,
  signIn,
  type Tokens,
  tokensFor,
  webClient,
} from '../testing/flows.js';
import {
  type IdentityUnderTest,
  issuer,
  type Replica,
  startIdentity,
} from '../testing/identity-under-test.js';
import { type LogoutReceiver, startLogoutReceiver } from '../testing/logout-receiver.js';

const endSession = (hint: string): string => `${issuer}/connect/endsession?id_token_hint=${hint}`;
const sidOf = ({ id_token }: Tokens): string => String(decodeJwt(id_token)['sid']);
const codeIn = (response: Response): string | null | undefined =>
  locationOf(response)?.searchParams.get('code');

describe('sign-out while clients are being authorized', () => {
  let provider: IdentityUnderTest;
  let other: Replica;
  let web: LogoutReceiver;
  let second: LogoutReceiver;
  let browser: Browser;
  beforeAll(async () => {
    [web, second] = await Promise.all([startLogoutReceiver(), startLogoutReceiver()]);
    provider = await startIdentity({ LOGOUT_ALLOWED_HOSTS: `${web.host},${second.host}` });
    other = await provider.addReplica();
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-web'", [web.uri]);
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-second'", [second.uri]);
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(async () => {
    await provider.close();
    await Promise.all([web.close(), second.close()]);
  });

  /** Asks at both processes at once, from tabs of one browser. */
  const authorize = (client: typeof webClient, tabs: number): Promise<Response[]> =>
    Promise.all(
      Array.from({ length: tabs }, (_, index) =>
        browser.open(authorizationUrl({ prompt: 'none' }, client), {}, index % 2 === 0 ? provider : other),
      ),
    );
  const tokensOf = async (response: Response, client: typeof webClient): Promise<Tokens> =>
    (await (await redeem(provider, codeIn(response) ?? '', client)).json()) as Tokens;
  const renewals = (tokens: Tokens[], { client_id, client_secret }: typeof webClient): Promise<number[]> =>
    Promise.all(
      tokens.map(
        async ({ refresh_token }) =>
          (await refresh(provider, refresh_token, { client_id, client_secret })).status,
      ),
    );

  it('tabs that authorize two clients at once: both clients are told, and neither keeps a living token', async () => {
    const first = await tokensFor(provider, browser);
    const [ofWeb, ofSecond] = await Promise.all([authorize(webClient, 3), authorize(secondClient, 3)]);
    const tokens = await Promise.all(ofWeb.map((answer) => tokensOf(answer, webClient)));
    const secondTokens = await Promise.all(ofSecond.map((answer) => tokensOf(answer, secondClient)));

    const told = Promise.all([web.nextCall(), second.nextCall()]);
    await browser.open(endSession(first.id_token));
    for (const query of await told) expect(query.get('sid')).toBe(sidOf(first));
    expect(await renewals(tokens, webClient)).toEqual([400, 400, 400]);
    expect(await renewals(secondTokens, secondClient)).toEqual([400, 400, 400]);
  });

  /** Nothing that an authorization answered with is worth anything: half the codes are kept until now. */
  const expectNothingWorks = async (tokens: Tokens[], answers: Response[]): Promise<void> => {
    expect(await renewals(tokens, secondClient)).toEqual(tokens.map(() => 400));
    const late = await Promise.all(
      answers.map((answer) => redeem(other, codeIn(answer) ?? '', secondClient)),
    );
    expect(late.map(({ status }) => status)).toEqual(answers.map(() => 400));
  };

  it('tabs that authorize one client at once for the first time: no code and no token outlives the session', async () => {
    const first = await tokensFor(provider, browser);
    const answers = await authorize(secondClient, 8);
    const tokens = await Promise.all(answers.slice(0, 4).map((answer) => tokensOf(answer, secondClient)));
    expect(tokens.filter(({ refresh_token }) => refresh_token)).toHaveLength(4);
    await browser.open(endSession(first.id_token));
    await expectNothingWorks(tokens, answers.slice(4));
  });

  it.each(Array.from({ length: 6 }, (_, round) => round))(
    'authorizing while signing out, round %i: whoever comes first, nothing works afterwards',
    async () => {
      const first = await tokensFor(provider, browser);
      const [answers] = await Promise.all([
        authorize(secondClient, 6),
        browser.open(endSession(first.id_token), {}, other),
      ]);
      await expectNothingWorks([first], answers);
    },
  );

  const deletionOf = async ({ client_id }: typeof webClient) => {
    await provider.query('UPDATE clients SET logout_uri = $1 WHERE id = $2', [web.uri, client_id]);
    return { text: 'DELETE FROM clients WHERE id = $1', values: [client_id] };
  };

  it('303: a sign-out in the moment in which a client is deleted ends the session', async () => {
    const deleted = await registerEs256Client(provider);
    const first = await tokensFor(provider, browser);
    await tokensFor(provider, browser, deleted);
    const told = web.nextCall();
    const answer = await behindLock(provider, await deletionOf(deleted), () =>
      browser.open(endSession(first.id_token)),
    );
    expect(answer.status).toBe(303);
    expect((await told).get('sid')).toBe(sidOf(first));
    expect(await renewals([first], webClient)).toEqual([400]);
  });

  it('400 invalid_grant: a code is exchanged in the moment in which its client is deleted', async () => {
    const deleted = await registerEs256Client(provider);
    const code = codeOf(await signIn(browser, authorizationUrl({}, deleted)));
    const answer = await behindLock(provider, await deletionOf(deleted), () =>
      redeem(provider, code, deleted),
    );
    expect(await refusalOf(answer)).toEqual([400, 'invalid_grant']);
  });

  it('400 invalid_grant: so is a renewal', async () => {
    const deleted = await registerEs256Client(provider);
    const { refresh_token } = await tokensFor(provider, browser, deleted);
    const { redirect_uri: _, ...client } = deleted;
    const answer = await behindLock(provider, await deletionOf(deleted), () =>
      refresh(provider, refresh_token, client),
    );
    expect(await refusalOf(answer)).toEqual([400, 'invalid_grant']);
  });

  it('303 login_required: an authorization that finds its session ending waits for the end, and gets nothing', async () => {
    const sid = sidOf(await tokensFor(provider, browser));
    const ending = { text: 'UPDATE sessions SET ended_at = now() WHERE sid = $1', values: [sid] };
    const [answer] = await behindLock(provider, ending, () => authorize(secondClient, 1));
    expect(answer && locationOf(answer)?.searchParams.get('error')).toBe('login_required');
    const grants = await provider.query("SELECT 1 FROM grants WHERE sid = $1 AND client_id = 'demo-second'", [
      sid,
    ]);
    expect(grants).toEqual([]);
  });
});
