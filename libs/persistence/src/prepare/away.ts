import { withText } from '@safety/platform';
import pg from 'pg';
import { hasCode } from '../sqlstate.js';

const CONNECT_WITHIN_MS = 10_000;

/** Of Node while nobody answers, and of PostgreSQL that starts, stops, or has no connection left. */
const AWAY = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['08000', '08001', '08003', '08004', '08006', '53300', '57P01', '57P02', '57P03'],
];
/** node-postgres says these in words alone. */
const AWAY_IN_WORDS = /^(timeout expired|Connection terminated)/;

/** Names an obstacle to a connection that goes away by itself; nothing for any other error. */
export function awayOf(error: unknown, url: string): string | undefined {
  const { message } = withText(error as Error);
  if (!hasCode(error, AWAY) && !AWAY_IN_WORDS.test(message)) return undefined;
  return `PostgreSQL at ${new URL(url).host} cannot be reached (${message})`;
}

/** A connection to look whether something is there, which may be lost at any time. */
export function probe(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  return client;
}

/** Looks whether a server answers. Other refusals are left to those who connect next. */
export async function missingServer(url: string): Promise<string | undefined> {
  const client = probe(url);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return awayOf(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}
