import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv4 } from 'node:net';

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
  return address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? 'unknown';
}

/** The network that a record names: /24 of IPv4, /64 of IPv6. It tells where from, and no single machine. */
export function recordedNetwork(address: string): string {
  if (isIPv4(address) || !isIP(address)) return networkOf(address);
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/**
 * The network of one household or small office: /24 of IPv4, /56 of IPv6. Single addresses are free to
 * change.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIP(address)) return address;
  const [first, second, third, fourth = ''] = groupsOf(address);
  return `${first}:${second}:${third}:${fourth.slice(0, 2)}00::/56`;
}

/**
 * The eight groups of an IPv6 address, four digits each; an IPv4 tail, which is beyond any prefix, counts as
 * two.
 */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = (part: string | undefined): string[] =>
    part ? part.split(':').flatMap((group) => (group.includes('.') ? ['', ''] : [group])) : [];
  const [before, after] = [groups(head), groups(tail)];
  const zeros = new Array<string>(8 - before.length - after.length).fill('');
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
}
