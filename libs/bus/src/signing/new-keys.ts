import { generateKeyPairSync } from 'node:crypto';
import type { Owner } from '../owners.js';

/** New keys of services. */
export interface NewKeys {
  /** `BUS_SIGNING_KEY` of each. */
  signingKeys: Partial<Record<Owner, string>>;
  /** Their part of `BUS_PUBLIC_KEYS`. */
  publicKeys: string;
}

const inBase64 = (text = ''): string => Buffer.from(text, 'base64url').toString('base64');

/** Makes a pair of keys for each of these services. */
export function newKeys(owners: readonly Owner[]): NewKeys {
  const pairs = owners.map((owner) => {
    const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    return { owner, signingKey: inBase64(d), publicKey: inBase64(x) };
  });
  return {
    signingKeys: Object.fromEntries(pairs.map(({ owner, signingKey }) => [owner, signingKey])),
    publicKeys: pairs.map(({ owner, publicKey }) => `${owner}:${publicKey}`).join(),
  };
}
