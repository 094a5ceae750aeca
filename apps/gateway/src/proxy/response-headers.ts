import type { IncomingHttpHeaders } from 'node:http';
import { isOfConnection, namedIn } from './connection-headers.js';

/** Headers of the gateway itself, in lower case. */
export type OwnHeaders = Readonly<Record<string, number | string | string[] | undefined>>;

/**
 * The headers for the client, names and values in turn: those of the gateway, and those of the service
 * without the ones of the connection to it. Where both say something the gateway's counts, but an answer
 * varies with what either names. Only services that get the cookies of this host may set them.
 */
export function clientHeaders(headers: IncomingHttpHeaders, own: OwnHeaders, cookies: boolean): string[] {
  const passed: string[] = [];
  const dropped = namedIn(headers.connection);
  for (const name in own) if (name !== 'vary' || headers.vary === undefined) push(passed, name, own[name]);
  for (const name in headers) {
    if (name === 'vary') push(passed, name, [own['vary'], headers.vary].filter(Boolean).join(', '));
    else if (name === 'set-cookie' && !cookies) continue;
    else if (own[name] === undefined && !isOfConnection(name) && !dropped.has(name))
      push(passed, name, headers[name]);
  }
  return passed;
}

function push(headers: string[], name: string, value: OwnHeaders[string]): void {
  if (Array.isArray(value)) for (const one of value) headers.push(name, one);
  else if (value !== undefined) headers.push(name, String(value));
}

/** The trailers of an answer that a client gets. */
export function clientTrailers(trailers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(trailers).filter(
    ([name, value]) => value !== undefined && !isOfConnection(name) && name !== 'set-cookie',
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
