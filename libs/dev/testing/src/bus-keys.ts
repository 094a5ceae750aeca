import { generateKeyPairSync } from 'node:crypto';
import type { MessageContract } from '@safety/contracts';

const owners: MessageContract['owner'][] = [
  'accounts',
  'hazards-events',
  'identity',
  'personnel-org',
  'training',
];

const inBase64 = (text = ''): string => Buffer.from(text, 'base64url').toString('base64');

interface KeyPair {
  /** `BUS_SIGNING_KEY` of a service. */
  signingKey: string;
  /** Its part of `BUS_PUBLIC_KEYS`. */
  publicKey: string;
}

const pairs = new Map<string, KeyPair>();

/** The key pair of whoever has this name; the same each time in one spec file. */
export function busKeysOf(name: string): KeyPair {
  const known = pairs.get(name);
  if (known) return known;
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const pair = { signingKey: inBase64(d), publicKey: inBase64(x) };
  pairs.set(name, pair);
  return pair;
}

/** The bus settings of a service under test: the public keys of all, and its own when it publishes. */
export const busSettingsOfTests = (service?: string): Record<string, string> => ({
  BUS_PUBLIC_KEYS: owners.map((owner) => `${owner}:${busKeysOf(owner).publicKey}`).join(),
  ...(owners.some((owner) => owner === service) && { BUS_SIGNING_KEY: busKeysOf(service ?? '').signingKey }),
});
