import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
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

/**
 * Of IPv6 only global unicast is public, without documentation (RFC 3849, RFC 9637), Teredo and 6to4, which
 * wrap IPv4.
 */
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

/**
 * False for an address inside; true for a public one, and for a name, which is only known once it is
 * resolved.
 */
export function isPublicAddress(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return true;
  if (version === 4) return !inside.check(address, 'ipv4');
  return publicV6.check(address, 'ipv6') && !inside.check(address, 'ipv6');
}

/** About four seconds with one name server, so that the name server is what the failed call tells of. */
const newResolver = () => new Resolver({ timeout: 1_000, tries: 2 });

/**
 * Resolves names for connections, and fails when any address of a name is inside. It asks the name servers of
 * the machine over sockets of its own: `dns.lookup` holds one of the four threads of the process until the
 * slowest name server of somebody else gives up, and the names of all others would wait. So a name has to be
 * in the DNS; `/etc/hosts` and search domains do not count, and lead to nothing public.
 */
export function publicLookup(resolverFor = newResolver): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostname, resolverFor()).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

async function addressesOf(
  hostname: string,
  resolver: Resolver,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const [first, ...others] = [...found(four, 4), ...found(six, 6)];
  if (!first) {
    const reason = four.status === 'rejected' ? (four.reason as NodeJS.ErrnoException) : undefined;
    throw new Error(`The name ${hostname} is not resolved: ${reason?.code}`, { cause: reason });
  }
  if (![first, ...others].every(({ address }) => isPublicAddress(address))) {
    throw new Error('The host resolves to a private address');
  }
  return [first, ...others];
}

const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
