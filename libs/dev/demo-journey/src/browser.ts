/** A page as a person without JavaScript sees it: its address, its text and its first form. */
export interface PageView {
  url: URL;
  status: number;
  html: string;
}

export interface Form {
  action: URL;
  fields: Record<string, string>;
}

const MAX_REDIRECTS = 10;

/** A browser reduced to what signing in needs: cookies, redirects and forms. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  /** Follows redirects until a page answers, or until the next address starts with `stopAt`. */
  async open(address: URL, init: RequestInit = {}, stopAt?: string): Promise<PageView> {
    let [url, request] = [address, init];
    for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
      const response = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: { ...request.headers, accept: 'text/html', cookie: this.cookieHeader() },
      });
      this.keepCookies(response.headers.getSetCookie());
      const location = nextOf(response);
      if (location === undefined) return { url, status: response.status, html: await response.text() };
      await response.body?.cancel();
      url = new URL(location, url);
      request = {};
      if (stopAt !== undefined && url.href.startsWith(stopAt))
        return { url, status: response.status, html: '' };
    }
    throw new Error(`${address.href} redirects more than ${MAX_REDIRECTS} times`);
  }

  /** Sends a form as a browser does. */
  submit({ action, fields }: Form): Promise<PageView> {
    return this.open(action, { method: 'POST', body: new URLSearchParams(fields) });
  }

  private cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Where a redirect leads, or a page that sends the browser on by itself. */
const nextOf = ({ headers }: Response): string | undefined =>
  headers.get('location') ?? headers.get('refresh')?.replace(/^0; url=/, '');

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

const decoded = (text: string): string =>
  text.replace(/&(amp|quot|#39|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i')
    .exec(tag)
    ?.slice(1)
    .find(Boolean);
  return value === undefined ? undefined : decoded(value);
}

/** The first form of a page with the values its fields have. Throws when the page has none. */
export function formOf({ html, url, status }: PageView): Form {
  const [form = ''] = /<form[\s\S]*?<\/form>/i.exec(html) ?? [];
  if (form === '') throw new Error(`${url.href} answered ${status} without a form`);
  const action = new URL(attribute(form.slice(0, form.indexOf('>') + 1), 'action') ?? '', url);
  const inputs = form.match(/<input[^>]*>/gi) ?? [];
  const named = inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value') ?? ''] as const);
  return { action, fields: Object.fromEntries(named.filter(([name]) => name !== undefined)) };
}

/** The name of the first input of a type, for example `password`. */
export function inputNamed({ html }: PageView, type: string): string {
  const input = (html.match(/<input[^>]*>/gi) ?? []).find((tag) => attribute(tag, 'type') === type);
  const name = input && attribute(input, 'name');
  if (!name) throw new Error(`The page has no ${type} field`);
  return name;
}
