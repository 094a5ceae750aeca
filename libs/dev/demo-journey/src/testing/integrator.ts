import { expect } from '@jest/globals';
import { demoClients, demoPassword, demoQuarries, demoScopes } from '@safety/demo-data';
import * as client from 'openid-client';
import { Browser } from '../browser.js';
import { signIn } from '../sign-in.js';

/** Users of the demo, and an id that nothing has. */
export const ADMIN = 'admin@demo.example';
export const MANAGER = 'manager@demo.example';
export const BOTH = 'both@demo.example';
export const NOBODYS = '018f0000-0000-7000-8000-000000000000';

export interface Call {
  method?: string;
  /** In place of the administrator's; null for none. */
  token?: string | null;
  /** In place of Demo Quarries; null for none. */
  company?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  body: any;
}

/** Status and code of a problem. */
export const refusalOf = ({ status, body }: Answer): [number, string] => [status, body.code];

/** The ids of a list. */
export const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * An integrator who calls a running suite, as the administrator of Demo Quarries unless a call says
 * otherwise.
 */
export class Integrator {
  private constructor(
    readonly url: string,
    readonly config: client.Configuration,
    private readonly adminToken: string,
  ) {}

  static async at(url: string): Promise<Integrator> {
    const config = await configurationOf(url, 'demo-web');
    const { access_token } = await tokensFor(config, ADMIN);
    return new Integrator(url, config, access_token);
  }

  /** Tokens of a user who signed in at the web application. */
  tokensOf(email: string) {
    return tokensFor(this.config, email);
  }

  /** An access token of the administrator by the password flow. */
  async byPassword(scope: string): Promise<string> {
    const config = await configurationOf(this.url, 'demo-password');
    const credentials = { username: ADMIN, password: demoPassword, scope };
    return (await client.genericGrantRequest(config, 'password', credentials)).access_token;
  }

  /** An access token that a client got for itself. */
  async byItself(clientId: string, secret: string): Promise<string> {
    const config = await configurationOf(this.url, clientId, secret);
    return (await client.clientCredentialsGrant(config)).access_token;
  }

  /** Calls the business API. */
  api(path: string, call: Call = {}): Promise<Answer> {
    return this.send(`${this.url}/api${path}`, call);
  }

  /** Calls the accounts API, in no company. */
  accounts(path: string, call: Call = {}): Promise<Answer> {
    return this.send(`${this.url}/accounts${path}`, { company: null, ...call });
  }

  /** Calls what the reference names by its path. */
  call(path: string, call: Call = {}): Promise<Answer> {
    return this.send(`${this.url}${path}`, call);
  }

  /** The answers of all operations of the business API to a call, each refusal once. */
  async refusalsOfAll(call: Call): Promise<[number, string][]> {
    const operations = await this.operations();
    expect(operations.length).toBeGreaterThan(10);
    const answers = await Promise.all(
      operations.map(async ([method, path]) => refusalOf(await this.api(path, { ...call, method }))),
    );
    return [...new Map(answers.map((answer) => [String(answer), answer])).values()];
  }

  /** A hazard that can be posted. */
  async newHazard(): Promise<object> {
    return {
      title: 'Unguarded belt',
      description: 'The guard of belt 3 is missing.',
      hazardType: 'mechanical',
      orgStructureId: idsOf(await this.api('/orgstructures?type=site&limit=1'))[0],
      identifiedAt: new Date().toISOString(),
      riskAssessment: { initial: { likelihood: 4, severity: 4 } },
    };
  }

  /** Every operation of the business API that the suite offers, for an id that nothing has. */
  private async operations(): Promise<[method: string, path: string][]> {
    const { body } = await this.send(`${this.url}/openapi.json`, { token: null, company: null });
    return Object.entries(body.paths as Record<string, object>)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([path, item]) =>
        Object.keys(item)
          .filter((method) => METHODS.includes(method))
          .map((method): [string, string] => [
            method.toUpperCase(),
            path.slice('/api'.length).replace('{id}', NOBODYS),
          ]),
      );
  }

  private async send(address: string, call: Call): Promise<Answer> {
    const { method = 'GET', token = this.adminToken, company = demoQuarries.id, body } = call;
    const response = await fetch(address, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(company !== null && { 'x-company-context': company }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
    });
    const { status, headers } = response;
    const text = await response.text();
    return { status, headers, body: text && JSON.parse(text) };
  }
}

function configurationOf(url: string, id: string, secret?: string): Promise<client.Configuration> {
  const ofDemo = demoClients.find(({ clientId }) => clientId === id)?.secret ?? '';
  const authentication = client.ClientSecretPost(secret ?? ofDemo);
  const execute = [client.allowInsecureRequests];
  return client.discovery(new URL(`${url}/auth`), id, undefined, authentication, { execute });
}

async function tokensFor(config: client.Configuration, email: string) {
  const { client_id } = config.clientMetadata();
  const redirectUri = demoClients.find(({ clientId }) => clientId === client_id)?.redirectUris[0] ?? '';
  const request = { redirectUri, scope: demoScopes.join(' '), email };
  return (await signIn(config, new Browser(), request, () => undefined)).tokens;
}
