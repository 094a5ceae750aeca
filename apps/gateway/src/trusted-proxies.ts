import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** How many proxies of ours a request has come through, or the addresses they have. */
export type TrustedProxies = number | BlockList;

const MAX_HOPS = 10;

/** Reads a number of hops, or addresses and networks (`10.0.0.0/8, fd00::/8`). */
export const trustedProxiesSetting = z
  .string()
  .default('0')
  .transform((text, context): TrustedProxies => {
    if (/^\d+$/.test(text) && Number(text) <= MAX_HOPS) return Number(text);
    const list = new BlockList();
    for (const one of text.split(',')) {
      if (add(list, one.trim())) continue;
      context.addIssue({
        code: 'custom',
        message: `is a number up to ${MAX_HOPS}, or addresses and networks such as 10.0.0.0/8`,
      });
      return z.NEVER;
    }
    return list;
  });

function add(list: BlockList, text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  const bits = family === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  if (!Number.isInteger(length) || length < 1 || length > bits || prefix === '') return false;
  list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  return true;
}
