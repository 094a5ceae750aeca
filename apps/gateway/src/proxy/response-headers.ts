import type { IncomingHttpHeaders } from 'node:http';
import { REQUEST_ID_HEADER } from '@safety/contracts';
import { isNamedIn, isOfConnection } from './connection-headers.js';

/** The headers for the client, names and values in turn, without those of the connection to the service. */
export function clientHeaders(headers: IncomingHttpHeaders, requestId: string): string[] {
  const passed: string[] = [REQUEST_ID_HEADER, requestId];
  for (const name in headers) {
    if (name === REQUEST_ID_HEADER || isOfConnection(name) || isNamedIn(headers.connection, name)) continue;
    const value = headers[name];
    if (typeof value === 'string') passed.push(name, value);
    else for (const one of value ?? []) passed.push(name, one);
  }
  return passed;
}
