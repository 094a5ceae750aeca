import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Readiness } from '@safety/platform';
import type { JSONWebKeySet, JWK } from 'jose';
import { StoredKeys } from './stored-keys.js';

const publicPart = ({ kty, kid, alg, use, crv, x, y, n, e }: JWK): JWK =>
  kty === 'RSA' ? ({ kty, kid, alg, use, n, e } as JWK) : ({ kty, kid, alg, use, crv, x, y } as JWK);

/** The keys of the service as this process uses them, the same in all replicas. */
@Injectable()
export class SigningKeys implements OnModuleInit {
  private signing: JWK[] = [];
  private cookie: string[] = [];
  private fingerprint = '';
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly stored: StoredKeys,
    private readonly readiness: Readiness,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.reload();
    this.readiness.add('keys', async () => {
      if (this.signing.length === 0) throw new Error('The signing keys are not loaded');
    });
  }

  /**
   * The signing keys with their private part, of ES256 and RS256. The first of each algorithm signs, the
   * others are older or not yet in use.
   */
  get privateKeys(): JSONWebKeySet {
    return { keys: this.signing };
  }

  /** The keys that the JWKS endpoint publishes. */
  get publicKeys(): JSONWebKeySet {
    return { keys: this.signing.map(publicPart) };
  }

  /** Keys of cookies: the first signs, all are accepted. */
  get cookieKeys(): readonly string[] {
    return this.cookie;
  }

  /** Calls `listener` after each change. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Reads the keys again when there are others now. A failed read leaves the earlier keys in use, and
   * throws.
   */
  async reload(): Promise<void> {
    const fingerprint = await this.stored.fingerprint();
    if (fingerprint !== '' && fingerprint === this.fingerprint) return;
    const keys = await this.stored.read();
    this.cookie = keys.filter(({ purpose }) => purpose === 'cookie').map(({ secret }) => secret);
    this.signing = keys
      .filter(({ purpose }) => purpose !== 'cookie')
      .map(({ secret }) => JSON.parse(secret) as JWK);
    this.fingerprint = fingerprint;
    for (const listener of this.listeners) listener();
  }
}
