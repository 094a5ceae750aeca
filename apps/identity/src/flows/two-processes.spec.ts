import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RevocationPage } from '@safety/contracts';
import { demoPassword } from '@safety/demo-data';
import { decodeJwt } from 'jose';
import { Browser } from '../testing/browser.js';
import {
  authorizationUrl,
  codeOf,
  passwordClient,
  redeem,
  refresh,
  requestToken,
  signIn,
  type Tokens,
  tokensAndCode,
  user,
} from '../testing/flows.js';
import { type IdentityProcess, startIdentityProcess } from '../testing/identity-process.js';
import {
  type IdentityUnderTest,
  issuer,
  type Replica,
  startIdentity,
} from '../testing/identity-under-test.js';
import { until } from '../testing/until.js';

describe('two processes behave as one', () => {
  let provider: IdentityUnderTest;
  let processes: IdentityProcess[] = [];
  /** Sends each request to the other process than the one before, like a load balancer. */
  let balanced: Replica;
  beforeAll(async () => {
    provider = await startIdentity();
    processes = await Promise.all([startIdentityProcess(provider), startIdentityProcess(provider)]);
    let turn = 0;
    const fetch: Replica['fetch'] = (address, init) => inTurn(turn++).fetch(address, init);
    balanced = { ...provider, fetch };
  });
  afterAll(async () => {
    for (const one of processes) await one.end('SIGKILL');
    await provider.close();
  });

  const inTurn = (turn: number): IdentityProcess => processes[turn % processes.length] as IdentityProcess;
  const tokensIn = async (answer: Response): Promise<Tokens> => (await answer.json()) as Tokens;

  it('sign-in, code, renewal, userinfo and sign-out, each step at the other process', async () => {
    for (let start = 0; start < 2; start++) {
      // Every step is once at each of the two.
      if (start === 1) await balanced.fetch(`${issuer}/.well-known/openid-configuration`);
      const browser = new Browser(balanced);
      const { tokens } = await tokensAndCode(balanced, browser);
      const renewed = await refresh(balanced, tokens.refresh_token);
      expect(renewed.status).toBe(200);
      const { access_token: token, id_token: hint } = await tokensIn(renewed);
      const userinfo = () =>
        balanced.fetch(`${issuer}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } });
      expect(await (await userinfo()).json()).toMatchObject({ sub: user.id });
      const again = await browser.follow(await browser.open(authorizationUrl({ prompt: 'none' })));
      expect((await redeem(balanced, codeOf(again))).status).toBe(200);
      expect((await browser.open(`${issuer}/connect/endsession?id_token_hint=${hint}`)).status).toBe(303);
      for (const _ of processes) {
        expect((await userinfo()).status).toBe(401);
        expect((await refresh(balanced, tokens.refresh_token)).status).toBe(400);
        const silent = await browser.open(authorizationUrl({ prompt: 'none' }));
        expect(silent.headers.get('location')).toContain('error=login_required');
      }
    }
  });

  it('of 50 parallel exchanges of one code exactly one is answered with 200, and what it got has ended', async () => {
    const code = codeOf(await signIn(new Browser(balanced), authorizationUrl()));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => redeem(inTurn(index), code)));
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    for (const refused of answers.filter(({ status }) => status === 400))
      expect(await refused.json()).toMatchObject({ error: 'invalid_grant' });
    const { refresh_token: token, access_token } = await tokensIn(winner as Response);
    expect((await refresh(balanced, token)).status).toBe(400);
    const { grant_id: grantId } = decodeJwt(access_token);
    expect(grantId).toEqual(expect.any(String));
    for (const one of processes) {
      const { revocations } = (await (
        await one.fetch('/internal/revocations/pages')
      ).json()) as RevocationPage;
      expect(revocations).toContainEqual(expect.objectContaining({ grantId }));
    }
  });

  it('SIGTERM under load: exit code 0, and every token that was issued has its record', async () => {
    const families = await Promise.all(Array.from({ length: 4 }, () => tokensAndCode(balanced)));
    const leaving = await startIdentityProcess(provider);
    const before = await tokenRecords();
    let issued = 0;
    const load = families.map(async ({ tokens }) => {
      let { refresh_token: token } = tokens;
      for (;;) {
        const answer = await refresh(leaving, token).catch(() => undefined);
        if (answer?.status !== 200) return;
        issued++;
        token = (await tokensIn(answer)).refresh_token;
      }
    });
    await until(async () => issued >= 20);
    expect(await leaving.end('SIGTERM')).toBe(0);
    await Promise.all(load);
    const recorded = (await tokenRecords()) - before;
    expect(recorded).toBeGreaterThanOrEqual(issued);
    // At most one answer of each family was on its way when the process went.
    expect(recorded).toBeLessThanOrEqual(issued + families.length);
  });

  it('SIGTERM while passwords are hashed for clients that have gone: exit code 0', async () => {
    const leaving = await startIdentityProcess(provider);
    const patience = new AbortController();
    const impatient: Pick<Replica, 'fetch'> = {
      fetch: (address, init) => leaving.fetch(address, { ...init, signal: patience.signal }),
    };
    const grant = { grant_type: 'password', username: user.email, password: demoPassword, scope: 'openid' };
    let answered = 0;
    const load = Array.from({ length: 30 }, () =>
      requestToken(impatient, { ...grant, ...passwordClient }).then(
        ({ status }) => {
          expect(status).toBe(200);
          answered++;
        },
        () => undefined,
      ),
    );
    await until(async () => answered > 0);
    const ended = leaving.end('SIGTERM');
    patience.abort();
    await Promise.all(load);
    expect(answered).toBeLessThan(30);
    expect(await ended).toBe(0);
  });

  const tokenRecords = async (): Promise<number> => {
    const [row] = await provider.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM audit_records WHERE type = 'token-issued' AND details ->> 'grantType' LIKE '% refresh_token'",
    );
    return row?.count ?? 0;
  };
});
