import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { networkOfAddress, plainAddress, recordedNetwork, requestContext, SITE_BITS } from '@safety/platform';

/** The address data of a request, as Node has it. */
export interface Sender {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/**
 * The address a request comes from. The gateway, through which alone the public gets here, replaces
 * `X-Forwarded-For` by what our own proxies saw, the client first; without it somebody inside asks, from the
 * address of the connection.
 */
export function clientAddress({ headers, socket }: Sender): string {
  const forwarded = headers['x-forwarded-for'];
  const first = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined;
  const address = first && isIP(first) ? first : socket.remoteAddress;
  return plainAddress(address ?? 'unknown');
}

/**
 * The network of one household or small office: /24 of IPv4, /56 of IPv6. Single addresses are free to
 * change.
 */
export const networkOf = (address: string): string => networkOfAddress(address, SITE_BITS);

/** The line of the log names where a request comes from that is refused for what its network has sent. */
export function nameNetwork(request: Sender): void {
  const context = requestContext();
  if (context) context.network = recordedNetwork(clientAddress(request));
}
