import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWSHeaderParameters,
} from 'jose';
import { AnyProcess } from '../any-process.js';

const REFETCH_AT_MOST_EVERY_MS = 30_000;
const FRESH_FOR_MS = 10 * 60 * 1000;
const PATH = '/auth/.well-known/openid-configuration/jwks';

type KeyFinder = ReturnType<typeof createLocalJWKSet>;

/**
 * The public keys of identity. An unknown `kid` makes them be fetched again, at most once in 30 seconds however many
 * tokens name one; when identity is away or answers rubbish, the known keys go on being used.
 */
export class PublicKeys {
  private find: KeyFinder | undefined;
  private fetchedAt = 0;
  private attemptedAt = Number.NEGATIVE_INFINITY;
  private fetching: Promise<void> | undefined;
  private readonly identity: AnyProcess;

  /** `addresses` are those of the processes of identity. */
  constructor(
    addresses: readonly string[],
    private readonly now: () => number = Date.now,
  ) {
    this.identity = new AnyProcess(addresses);
  }

  /** The key that a token names. Throws jose's `JWKSNoMatchingKey` when identity has no such key. */
  async key(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<Awaited<ReturnType<KeyFinder>>> {
    if (!this.find) await this.fetch();
    else if (this.now() - this.fetchedAt > FRESH_FOR_MS) void this.fetch().catch(() => undefined);
    try {
      return await this.known()(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.fetch().catch(() => undefined);
      return this.known()(header, token);
    }
  }

  private known(): KeyFinder {
    if (!this.find) throw new KeysUnavailable('The public keys of identity are not known yet');
    return this.find;
  }

  private fetch(): Promise<void> {
    if (this.fetching) return this.fetching;
    // Without any key the next attempt need not wait: nothing can be verified until one succeeds.
    if (this.find && this.now() - this.attemptedAt < REFETCH_AT_MOST_EVERY_MS) return Promise.resolve();
    this.attemptedAt = this.now();
    this.fetching = this.load().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private async load(): Promise<void> {
    try {
      const keys = await this.identity.ask({ path: PATH, read: readKeys });
      this.find = createLocalJWKSet({ keys });
      this.fetchedAt = this.now();
    } catch (cause) {
      throw new KeysUnavailable('The public keys of identity cannot be read', { cause });
    }
  }
}

async function readKeys(answer: Response): Promise<JWK[]> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  const keys = await usableKeys((await answer.json()) as JSONWebKeySet);
  if (keys.length === 0) throw new Error(`${answer.url} has no key`);
  return keys;
}

/** The keys of a set that ES256 can be checked with: a set of rubbish must not take the place of keys that work. */
async function usableKeys({ keys }: JSONWebKeySet): Promise<JWK[]> {
  const elliptic = keys.filter(({ kty, crv }) => kty === 'EC' && crv === 'P-256');
  const imported = await Promise.allSettled(elliptic.map((key) => importJWK(key, 'ES256')));
  return elliptic.filter((_, index) => imported[index]?.status === 'fulfilled');
}

/** No key is known, so no token can be judged. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}
