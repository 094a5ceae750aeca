import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ProblemError } from '@safety/platform';
import { lifetimes } from '../../lifetimes.js';
import { localeOf } from '../../pages/locale.js';
import { BegunSignIns } from '../../people/users/begun-sign-ins.js';
import { digestOf } from '../../storage/encryption/digest-of.js';
import { ShortLived } from '../../storage/short-lived/short-lived.js';
import type { Sender } from '../../throttling/client-address.js';
import { CONSOLE_SCOPE, ConsoleClient } from '../console-client.js';
import { ConsoleSessions } from '../console-sessions.js';
import { openidClient } from '../openid-client.js';
import { tokensFrom } from './tokens-from.js';

/** The purpose of a sign-in. */
export interface SignInWish {
  /** The page of the console to go on with. */
  to: string;
  /** Whether the user has to prove again who they are. */
  fresh: boolean;
  /** Chosen on a page; null: as the user, else the browser, prefers. */
  uiLocale: string | null;
}

/** A sign-in under way, kept until its answer comes. */
interface Pending extends SignInWish {
  /** The digest of the cookie of the browser it was started in. */
  browser: string;
  nonce: string;
  verifier: string;
  /** Seconds since the epoch. */
  startedAt: number;
}

/** The answer at the redirect URI, with the cookies that came along. */
export interface Answered {
  browser: string | undefined;
  /** The id of the session until now. */
  session: string | undefined;
  answer: URL;
}

export interface FinishedSignIn {
  sessionId: string;
  to: string;
}

const BROWSER_BYTES = 32;
const digestTextOf = (value: string): string => digestOf(value).toString('base64url');
const keyOf = (state: string): string => `console-sign-in:${digestTextOf(state)}`;
/** Clocks of two processes of this service. */
const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * Signs in to the console: the authorization code flow with PKCE, `state` and `nonce`, as any other client
 * has it.
 */
@Injectable()
export class ConsoleSignIn {
  constructor(
    private readonly consoleClient: ConsoleClient,
    private readonly sessions: ConsoleSessions,
    private readonly shortLived: ShortLived,
    private readonly begun: BegunSignIns,
  ) {}

  /** Identifies a browser while it signs in. */
  newBrowser(): string {
    return randomBytes(BROWSER_BYTES).toString('base64url');
  }

  /**
   * Resolves to the authorization request that the browser is sent to. Throws 429 `rate-limited` when its
   * network has begun too many.
   */
  async begin(browser: string, request: Sender, wish: SignInWish): Promise<URL> {
    const taken = await this.begun.count('console-sign-in', request);
    if (!taken.admitted)
      throw new ProblemError('rate-limited', {
        detail: 'Too many sign-ins were begun from this network.',
        headers: { 'retry-after': String(taken.retryAfterSeconds) },
      });
    const client = await openidClient();
    const { redirectUri } = this.consoleClient;
    const configuration = await this.consoleClient.configuration();
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ];
    const startedAt = Math.floor(Date.now() / 1000);
    const pending: Pending = { ...wish, browser: digestTextOf(browser), nonce, verifier, startedAt };
    await this.shortLived.set(keyOf(state), JSON.stringify(pending), lifetimes.interaction);
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: CONSOLE_SCOPE,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(wish.uiLocale !== null && { ui_locales: wish.uiLocale }),
      ...(wish.fresh && { prompt: 'login' }),
    });
  }

  /**
   * Takes the answer at the redirect URI. Nothing when it belongs to no sign-in of this browser, was taken
   * before, or is an error: then the user begins again.
   */
  async finish({ browser, session, answer }: Answered): Promise<FinishedSignIn | undefined> {
    const state = answer.searchParams.get('state');
    const pending = state === null ? undefined : await this.claim(state, browser);
    if (!pending || state === null || answer.searchParams.has('error')) return undefined;
    const { authorizationCodeGrant } = await openidClient();
    const tokens = await authorizationCodeGrant(await this.consoleClient.configuration(), answer, {
      expectedState: state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const sid = claims?.['sid'];
    if (!claims?.auth_time || typeof sid !== 'string' || !tokens.id_token)
      throw new Error('The ID token names no session');
    const { sub, auth_time } = claims;
    if (pending.fresh && auth_time < pending.startedAt - CLOCK_TOLERANCE_SECONDS) return undefined;
    const onTheWay = answer.searchParams.get('ui_locales');
    const begun = {
      userId: sub,
      sid,
      idToken: tokens.id_token,
      authenticatedAt: new Date(auth_time * 1000),
      uiLocale: onTheWay === null ? pending.uiLocale : localeOf(onTheWay, undefined).tag,
      tokens: tokensFrom(tokens),
    };
    const sessionId = await this.sessions.create(begun, session);
    return sessionId === undefined ? undefined : { sessionId, to: pending.to };
  }

  /**
   * Where signing out goes on: the provider ends the session without asking, since the hint is of this very
   * session.
   */
  endSessionUrl(idToken: string, uiLocale: string): URL {
    const url = new URL(this.consoleClient.endSessionEndpoint);
    url.search = new URLSearchParams({ id_token_hint: idToken, ui_locales: uiLocale }).toString();
    return url;
  }

  private async claim(state: string, browser: string | undefined): Promise<Pending | undefined> {
    const found = await this.shortLived.get(keyOf(state));
    if (!found || browser === undefined) return undefined;
    const pending = JSON.parse(found.value) as Pending;
    if (pending.browser !== digestTextOf(browser)) return undefined;
    return (await this.shortLived.claim(keyOf(state))) === 'first' ? pending : undefined;
  }
}
