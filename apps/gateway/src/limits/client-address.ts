import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { InjectSettings, plainAddress, siteOfIPv6 } from '@safety/platform';
import type { GatewaySettings } from '../config.js';
import type { TrustedProxies } from '../trusted-proxies.js';

/** Finds the address that a request comes from. */
@Injectable()
export class ClientAddress {
  private readonly trusted: TrustedProxies;

  constructor(@InjectSettings() { TRUSTED_PROXIES }: GatewaySettings) {
    this.trusted = TRUSTED_PROXIES;
  }

  /**
   * The value of `X-Forwarded-For` for a service: the client and our own proxies after it. Each of those has
   * added the address it saw at the end; whatever stands before their entries is only what the client says
   * about itself and is dropped.
   */
  forwardedFor({ headers, socket }: IncomingMessage): string {
    const peer = peerOf({ socket });
    const said = headers['x-forwarded-for'];
    if (typeof said !== 'string' || this.trusted === 0) return peer;
    const seen = said.split(',').flatMap((address) => address.trim() || []);
    return [...this.believed(seen, peer), peer].join(', ');
  }

  /** The client's address as limits count it. */
  limited(request: IncomingMessage): string {
    const [client = ''] = this.forwardedFor(request).split(', ');
    return countedAs(client);
  }

  private believed(seen: string[], peer: string): string[] {
    const { trusted } = this;
    if (typeof trusted === 'number') return seen.slice(-trusted).map(withoutPort);
    let nearest = peer;
    let first = seen.length;
    while (first > 0 && isListed(trusted, nearest)) nearest = withoutPort(seen[--first] ?? '');
    return seen.slice(first).map(withoutPort);
  }
}

/** The address at the other end of the connection. */
export const peerOf = ({ socket }: Pick<IncomingMessage, 'socket'>): string =>
  plainAddress(socket.remoteAddress ?? 'unknown');

/** An address as limits count it: of IPv6 the /56 that one customer has, who is free to change the rest. */
export function countedAs(address: string): string {
  const client = withoutPort(address);
  return isIPv6(client) ? siteOfIPv6(client) : client;
}

/** Some proxies add the port: `203.0.113.9:5678`, `[2001:db8::1]:5678`. */
function withoutPort(address: string): string {
  if (isIP(address) !== 0) return plainAddress(address);
  const [, bracketed, dotted] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(address) ?? [];
  const bare = bracketed ?? dotted ?? '';
  return isIP(bare) === 0 ? address : plainAddress(bare);
}

export function isListed(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
