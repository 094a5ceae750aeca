import { consolePath, consolePaths } from '../paths/console.js';
import { Browser, locationOf } from './browser.js';
import { credentials, signIn } from './flows.js';
import { authUrl, type Replica } from './identity-under-test.js';

/** The secret that a page shows; empty when it shows none. */
export const secretIn = (page: string): string => /id="secret">([\w-]{43})</.exec(page)?.[1] ?? '';

/** A browser that walks through the console by its links and forms. */
export class ConsoleBrowser extends Browser {
  /** By the cookie of a session. */
  private readonly tokens = new Map<string, string>();

  /** Signs in and comes to `path`. */
  static async signedIn(
    provider: Pick<Replica, 'fetch'>,
    form: Record<string, string> = credentials,
    path: string = consolePath,
  ): Promise<ConsoleBrowser> {
    const browser = new ConsoleBrowser(provider, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    const page = await browser.signInAt(path, form);
    if (page.status !== 200) throw new Error(`The console answered ${page.status}`);
    return browser;
  }

  /** Opens a page; when it asks for a sign-in, signs in and goes on to where that leads. */
  async signInAt(path: string, form: Record<string, string> = credentials): Promise<Response> {
    const first = await this.open(authUrl + path);
    const begun =
      first.status === 303 ? await this.open(new URL(first.headers.get('location') ?? '', authUrl)) : first;
    const authorize = begun.headers.get('location');
    if (begun.status !== 303 || authorize === null) return begun;
    return this.follow(await signIn(this, new URL(authorize, authUrl), form));
  }

  /** The page at `path` as text. */
  async text(path: string): Promise<string> {
    return (await this.open(authUrl + path)).text();
  }

  /**
   * Registers a client by the form; the secret is read where it is shown, at `address`, and empty when there
   * is none.
   */
  async createClient(fields: [string, string][]): Promise<{ id: string; secret: string; address: string }> {
    const answer = await this.send(consolePaths.newClient, fields);
    const address = locationOf(answer)?.pathname ?? '';
    const secret = secretIn(await (await this.follow(answer)).text());
    return { id: address.split('/')[4] ?? '', secret, address };
  }

  /** The token that the forms of this session carry, as its first page told it. */
  async csrf(): Promise<string> {
    const session = this.cookie('console') ?? '';
    const known = this.tokens.get(session);
    if (known !== undefined) return known;
    const token = /name="csrf" value="([\w-]+)"/.exec(await this.text(consolePath))?.[1] ?? '';
    if (token !== '') this.tokens.set(session, token);
    return token;
  }

  /** Sends a form of the console. */
  async send(path: string, fields: Record<string, string> | [string, string][] = {}): Promise<Response> {
    const body = new URLSearchParams(fields as [string, string][]);
    body.set('csrf', await this.csrf());
    return this.open(authUrl + path, { method: 'POST', body });
  }

  /** Sends a form, and follows it to the page it ends at. */
  async sendAndFollow(
    path: string,
    fields: Record<string, string> | [string, string][] = {},
  ): Promise<string> {
    return (await this.follow(await this.send(path, fields))).text();
  }
}
