import { demoPassword, demoScopes } from '@safety/demo-data';
import { Browser, formOf, inputNamed, type PageView } from '@safety/demo-journey';
import { operate, type Suite } from '@safety/local-stack';
import type { LogoutReceiver } from './logout-receiver.js';

/** Nobody is there: the browser stops before it. */
const CALLBACK = 'http://localhost:9/callback';

/** The tokens and session of a user who is signed in to an application. */
export interface SignedIn {
  sid: string;
  accessToken: string;
  idToken: string;
  refreshToken: string;
}

/** Fills in the sign-in page and sends it; follows what comes then up to `stopAt`. */
export function fillIn(
  browser: Browser,
  page: PageView,
  { email, password = demoPassword, stopAt }: { email: string; password?: string; stopAt?: string },
): Promise<PageView> {
  const { action, fields } = formOf(page);
  fields[inputNamed(page, 'email')] = email;
  fields[inputNamed(page, 'password')] = password;
  return browser.open(action, { method: 'POST', body: new URLSearchParams(fields) }, stopAt);
}

/** A web application that the suite knows as a client. */
export class Application {
  private constructor(
    private readonly suite: Suite,
    readonly name: string,
    readonly receiver: LogoutReceiver,
    private readonly credentials: { client_id: string; client_secret: string },
  ) {}

  /** `companyId` is whose client it becomes; without one it is the operator's, for users of any company. */
  static async register(
    suite: Suite,
    name: string,
    receiver: LogoutReceiver,
    companyId?: string,
  ): Promise<Application> {
    const { id, client_secret } = await operate(
      suite,
      'identity',
      ...['create-client', '--name', name, ...(companyId === undefined ? [] : ['--company', companyId])],
      ...['--grant', 'authorization_code,refresh_token', '--scope', demoScopes.join()],
      ...['--redirect-uri', CALLBACK, '--logout-uri', receiver.uri],
    );
    return new Application(suite, name, receiver, { client_id: id, client_secret });
  }

  /** Signs in; in a browser that is signed in already, without a password. */
  async signIn(browser: Browser, email: string, password?: string): Promise<SignedIn> {
    return holdingOf(await this.redeem(await this.codeFor(browser, email, password)));
  }

  /** A code that is not redeemed yet. */
  async codeFor(browser: Browser, email: string, password?: string): Promise<string> {
    const authorize = new URL(`${this.suite.url}/auth/connect/authorize`);
    authorize.search = new URLSearchParams({
      client_id: this.credentials.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: demoScopes.join(' '),
      state: 'a-state',
    }).toString();
    const page = await browser.open(authorize, {}, CALLBACK);
    const form = { email, ...(password !== undefined && { password }), stopAt: CALLBACK };
    const answer = page.url.href.startsWith(CALLBACK) ? page : await fillIn(browser, page, form);
    const code = answer.url.searchParams.get('code');
    if (!code) throw new Error(`There is no code: ${answer.status} ${answer.url.href}`);
    return code;
  }

  /** The status of a renewal. */
  async renew(held: SignedIn): Promise<number> {
    const answer = await this.exchange(held);
    await answer.arrayBuffer();
    return answer.status;
  }

  /**
   * Sends a code to the token endpoint, at the gateway or at the process of identity with the address `at`.
   */
  redeem(code: string, at?: string): Promise<Response> {
    return this.ask({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }, at);
  }

  /** The same with a refresh token. */
  exchange({ refreshToken }: Pick<SignedIn, 'refreshToken'>, at?: string): Promise<Response> {
    return this.ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, at);
  }

  private ask(form: Record<string, string>, at = this.suite.url): Promise<Response> {
    const body = new URLSearchParams({ ...form, ...this.credentials });
    return fetch(`${at}/auth/connect/token`, { method: 'POST', body });
  }
}

/** The tokens of the token endpoint. Throws when there are none. */
export async function holdingOf(answer: Response): Promise<SignedIn> {
  if (!answer.ok) throw new Error(`The token endpoint answered ${answer.status}`);
  const { access_token, id_token, refresh_token } = (await answer.json()) as Record<string, string>;
  const payload = Buffer.from(id_token?.split('.')[1] ?? '', 'base64url').toString();
  return {
    sid: (JSON.parse(payload) as { sid: string }).sid,
    accessToken: access_token ?? '',
    idToken: id_token ?? '',
    refreshToken: refresh_token ?? '',
  };
}

/** A new browser that comes to `path` of the provider signed in. */
export async function openSignedIn(suite: Suite, path: string, email: string): Promise<PageView> {
  const browser = new Browser();
  return fillIn(browser, await browser.open(new URL(suite.url + path)), { email });
}
