import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { networkOfIPv6, plainAddress, siteOfIPv6 } from '@safety/platform';

/** The address data of a request, as Node has it. */
interface Sender {
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

/** The network that a record names: /24 of IPv4, /64 of IPv6. It tells where from, and no single machine. */
export const recordedNetwork = (address: string): string =>
  networkWith(address, (ipv6) => networkOfIPv6(ipv6, 64));

/**
 * The network of one household or small office: /24 of IPv4, /56 of IPv6. Single addresses are free to
 * change.
 */
export const networkOf = (address: string): string => networkWith(address, siteOfIPv6);

function networkWith(address: string, networkOfSix: (address: string) => string): string {
  if (isIPv6(address)) return networkOfSix(address);
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : address;
}
