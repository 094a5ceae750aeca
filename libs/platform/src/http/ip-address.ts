import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUP_BITS = 16;
/** The groups before IPv4 that is written as IPv6 (RFC 4291 2.5.5.2). */
const MAPPED = [0, 0, 0, 0, 0, 0xffff].join();

/** IPv4 that is written as IPv6, as on a socket for both families, is IPv4. All else stays as it is. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, -2).join() !== MAPPED) return address;
  return groups
    .slice(-2)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The network of an IPv6 address that its first bits name: `2001:0db8:0000:0000::/64`. */
export function networkOfIPv6(address: string, bits: number): string {
  const named = Math.ceil(bits / GROUP_BITS);
  const beyond = named * GROUP_BITS - bits;
  const groups = groupsOf(address).slice(0, named);
  groups.push(((groups.pop() ?? 0) >> beyond) << beyond);
  return `${groups.map((group) => group.toString(16).padStart(4, '0')).join(':')}::/${bits}`;
}

/** The bits that a household or small office is given of IPv6: all addresses behind them are its own. */
export const SITE_BITS = 56;

/** The network that limits count an IPv6 address by. */
export const siteOfIPv6 = (address: string): string => networkOfIPv6(address, SITE_BITS);

/** The network of an address: /24 of IPv4, so many bits of IPv6. Anything else stays as it is. */
export function networkOfAddress(address: string, bitsOfIPv6: number): string {
  if (isIPv6(address)) return networkOfIPv6(address, bitsOfIPv6);
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : address;
}

/** The network that a record names: /24 of IPv4, /64 of IPv6. It tells where from, and no single machine. */
export const recordedNetwork = (address: string): string => networkOfAddress(address, 64);

/** The eight groups of an IPv6 address, of which `::` stands for those that are zero. */
function groupsOf(address: string): number[] {
  const [bare = ''] = address.split('%');
  const [before = [], after = []] = bare.split('::').map(groupsIn);
  const zeros = new Array<number>(GROUPS - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after];
}

const groupsIn = (part: string): number[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? halvesOf(group) : parseInt(group, 16)));

/** An IPv4 address at the end of an IPv6 address, which is two groups. */
function halvesOf(address: string): number[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split('.').map(Number);
  return [first * 256 + second, third * 256 + fourth];
}
