import { type KeyObject, sign, verify } from 'node:crypto';
import { privateKeyOf, publicBytesOf, publicKeyOf } from './keys.js';

/**
 * The bytes that a signature covers. They include the stream, so a message cannot be moved to another
 * stream.
 */
const signedBytes = (stream: string, envelope: string): Buffer =>
  Buffer.from(`safety bus message 1\n${stream}\n${envelope}`);

/** Signs what one service publishes (Ed25519: its readers cannot sign). */
export class Signer {
  private readonly key: KeyObject;

  /** @param seed 32 random bytes */
  constructor(private readonly seed: Buffer) {
    this.key = privateKeyOf(seed);
  }

  /** base64 of the signature of this very text in this stream. */
  sign(stream: string, envelope: string): string {
    return sign(null, signedBytes(stream, envelope), this.key).toString('base64');
  }

  get publicKey(): Buffer {
    return publicBytesOf(this.seed);
  }
}

/** The public keys of every owner; several while one replaces another. */
export class MessageKeys {
  private readonly keys: ReadonlyMap<string, readonly KeyObject[]>;

  constructor(private readonly bytes: ReadonlyMap<string, readonly Buffer[]>) {
    this.keys = new Map([...bytes].map(([owner, all]) => [owner, all.map(publicKeyOf)]));
  }

  /** Whether the owner signed this very text for this stream. */
  isSigned(owner: string, stream: string, envelope: string, signature: string): boolean {
    const [signed, given] = [signedBytes(stream, envelope), Buffer.from(signature, 'base64')];
    return (this.keys.get(owner) ?? []).some((key) => verify(null, signed, key, given));
  }

  /** Whether messages that this signer signs for the owner are believed. */
  include(owner: string, { publicKey }: Signer): boolean {
    return (this.bytes.get(owner) ?? []).some((one) => one.equals(publicKey));
  }
}
