import { type Membership, membershipsSchema } from '@safety/contracts';
import { decodeJwt } from 'jose';
import { listen } from './listener.js';

/** Answers what accounts answers to services: the memberships of the user whose token is sent. */
export interface TestAccounts {
  /** Internal address, for `ACCOUNTS_URL`. */
  url: string;
  /** Sets the memberships of a user. */
  set(userId: string, companies: Membership[]): void | Promise<void>;
  close(): Promise<void>;
}

export async function startAccounts(): Promise<TestAccounts> {
  const memberships = new Map<string, Membership[]>();
  const listener = await listen((request, response) => {
    const userId = decodeJwt((request.headers.authorization ?? '').replace('Bearer ', '')).sub ?? '';
    const answer = membershipsSchema.parse({ userId, companies: memberships.get(userId) ?? [] });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  return {
    url: listener.url,
    set: (userId, companies) => void memberships.set(userId, companies),
    close: listener.close,
  };
}
