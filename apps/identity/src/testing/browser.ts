import { authUrl, type Replica } from './identity-under-test.js';

/** The state of a browser: cookies by name and path. It runs no script. */
export class Browser {
  private readonly cookies = new Map<string, { name: string; value: string; path: string }>();

  constructor(
    private readonly provider: Pick<Replica, 'fetch'>,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Opens an address of the provider, at one process of it; redirects are not followed. */
  async open(
    address: string | URL,
    init: RequestInit = {},
    replica: Pick<Replica, 'fetch'> = this.provider,
  ): Promise<Response> {
    const { pathname } = new URL(address, authUrl);
    const response = await replica.fetch(address, {
      ...init,
      headers: {
        accept: 'text/html',
        cookie: this.cookiesFor(pathname),
        ...this.headers,
        ...(init.headers as object),
      },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  submit(address: string | URL, form: Record<string, string>): Promise<Response> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Follows redirects while they stay at the provider. */
  async follow(response: Response): Promise<Response> {
    const next = locationOf(response);
    return next && next.origin === authUrl ? this.follow(await this.open(next)) : response;
  }

  cookie(name: string): string | undefined {
    return [...this.cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const attribute = (name: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const expires = attribute('expires');
    const path = attribute('path') ?? '/';
    const key = `${name} ${path}`;
    if (value === '' || (expires && Date.parse(expires) < Date.now())) this.cookies.delete(key);
    else this.cookies.set(key, { name, value, path });
  }

  private cookiesFor(pathname: string): string {
    return [...this.cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

/** Where a redirect leads, or a page that sends the browser on. */
export function locationOf({ headers }: Response): URL | undefined {
  const next = headers.get('location') ?? headers.get('refresh')?.replace('0; url=', '');
  return next === undefined ? undefined : new URL(next, authUrl);
}
