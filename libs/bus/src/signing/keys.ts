import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Of a seed and of a public key of Ed25519 (RFC 8032 5.1.5). */
export const KEY_BYTES = 32;

/** The prefix of the seed in PKCS #8 (RFC 8410 7): node:crypto does not accept a bare seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The private key of Ed25519 that a seed makes. */
export const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });

/** The public key of Ed25519 with these bytes. */
export const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });

/** The bytes of the public key that belongs to a seed. */
export const publicBytesOf = (seed: Buffer): Buffer =>
  Buffer.from(createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' }).x ?? '', 'base64url');
