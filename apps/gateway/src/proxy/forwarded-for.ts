import type { IncomingMessage } from 'node:http';

/**
 * The value of `X-Forwarded-For` for a service. Each of our own proxies has added the address it saw at the end; whatever
 * stands before those entries is only what the client says about itself and is dropped.
 */
export function forwardedFor({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const peer = socket.remoteAddress ?? 'unknown';
  const said = headers['x-forwarded-for'];
  if (trustedProxies === 0 || typeof said !== 'string') return peer;
  const seen = said.split(',').flatMap((address) => address.trim() || []);
  return [...seen.slice(-trustedProxies), peer].join(', ');
}
