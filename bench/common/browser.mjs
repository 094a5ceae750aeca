// The steps of a browser in a sign-in, with as little work of its own as possible.
import { Agent, request } from 'undici';

const agent = new Agent({ connections: 64, pipelining: 1 });

/** One browser at one process of the provider; addresses of the issuer are sent to the process itself. */
export class Browser {
  cookies = new Map();

  constructor(processUrl) {
    this.processUrl = processUrl;
  }

  async send(address, form) {
    const { pathname, search } = new URL(address, this.processUrl);
    const response = await request(this.processUrl + pathname + search, {
      dispatcher: agent,
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form && new URLSearchParams(form).toString(),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value === '' || line.includes('01 Jan 1970')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const body = await response.body.text();
    // A form is answered with a page that sends the browser on.
    const location = response.headers.location ?? response.headers.refresh?.replace('0; url=', '');
    return { status: response.statusCode, location, body };
  }
}

/** Sends a form to an endpoint of clients; throws when it is refused. */
export async function post(processUrl, path, form) {
  const response = await request(processUrl + path, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const answer = await response.body.json();
  if (response.statusCode !== 200)
    throw new Error(`${path} answered ${response.statusCode} ${JSON.stringify(answer)}`);
  return answer;
}

export const closeConnections = () => agent.close();
