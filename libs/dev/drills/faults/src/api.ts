import { randomUUID } from 'node:crypto';
import { demoQuarries } from '@safety/demo-data';
import { ask, type Outcome, tokensOf } from './client.js';
import type { Write } from './requests.js';
import type { Testbed } from './testbed.js';

/** Requests of one user in the first company, beside those of the load. */
export class Api {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async of({ suite }: Testbed): Promise<Api> {
    const { access_token: token } = await tokensOf(suite.url, 'both@demo.example');
    return new Api(suite.url, token);
  }

  send(path: string, init: RequestInit = {}): Promise<Outcome> {
    return ask(`${this.url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${this.token}`,
        'x-company-context': demoQuarries.id,
        'content-type': 'application/json',
        ...init.headers,
      },
    });
  }

  /** Adds a row under a name of its own. */
  add({ path, body }: Write, name: string): Promise<Outcome> {
    const headers = { 'idempotency-key': name };
    return this.send(path, { method: 'POST', headers, body: JSON.stringify(body(name)) });
  }
}

export const newName = (): string => `Moment-${randomUUID()}`;

/** The id of the row in a 201. Throws for every other answer. */
export function addedId({ status, body }: Outcome): string {
  if (status !== 201) throw new Error(`A write was answered ${status} ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}
