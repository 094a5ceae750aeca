import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that never lead to somebody else's public server (IANA special-purpose registries). */
const inside = new BlockList();
const NETWORKS_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
for (const [network, prefix] of NETWORKS_4) inside.addSubnet(network, prefix, 'ipv4');

/** Of IPv6 only global unicast is public, without documentation (RFC 3849, RFC 9637), Teredo and 6to4, which wrap IPv4. */
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6');
}

/** False for an address inside; true for a public one, and for a name, which is only known once it is resolved. */
export function isPublicAddress(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return true;
  if (version === 4) return !inside.check(address, 'ipv4');
  return publicV6.check(address, 'ipv6') && !inside.check(address, 'ipv6');
}

/** Resolves a name for a connection, and fails when any of its addresses is inside. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new Error('The host resolves to a private address'), '', 0);
    }
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
