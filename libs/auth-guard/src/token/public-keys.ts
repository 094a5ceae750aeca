import { setTimeout as delay } from 'node:timers/promises';
import type { KeysRotated } from '@safety/contracts';
import { type Logger, Periodic, type PeriodicOptions } from '@safety/platform';
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JWK, type JWSHeaderParameters } from 'jose';
import { AnyProcess } from '../any-process.js';
import { readKeys } from './read-keys.js';

const REFETCH_AT_MOST_EVERY_MS = 30_000;
const POLL_EVERY_MS = 30_000;
/** Each process of identity has heard of a new key by then, without the bus too. */
const EXPECT_FOR_MS = 90_000;
const EXPECT_AGAIN_AFTER_MS = { first: 100, most: 5_000 };
/** A key is withdrawn in an emergency; identity itself publishes none of these again. */
const MAX_WITHDRAWN = 1_000;
const PATH = '/auth/.well-known/openid-configuration/jwks';

type KeyFinder = ReturnType<typeof createLocalJWKSet>;

/**
 * The public keys of identity. They are read every 30 seconds, and when identity announces other keys
 * (`keys-rotated.v1`). An unknown `kid` triggers a read too, at most once in 30 seconds for any number of
 * tokens. When identity is unavailable or its answer is unusable, the known keys stay in use. A key is
 * removed only when identity answers without it or withdraws it.
 */
export class PublicKeys extends Periodic {
  private keys: JWK[] = [];
  private ids: ReadonlySet<string | undefined> = new Set();
  private find: KeyFinder | undefined;
  private changes = 0;
  private readonly withdrawn = new Set<string>();
  /** A key that identity has announced and that is not known yet. */
  private expected: string | undefined;
  private attemptedAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;
  private readonly identity: AnyProcess;
  private readonly stopping = new AbortController();

  /** `addresses` are those of the processes of identity. */
  constructor(
    addresses: readonly string[],
    logger: Logger,
    private readonly now: () => number = Date.now,
    options: Pick<PeriodicOptions, 'tracing' | 'failures'> = {},
  ) {
    // The bus tells of other keys within milliseconds; this is for when it does not.
    super(logger, { name: 'public keys: reading', everyMs: POLL_EVERY_MS, ...options });
    this.identity = new AnyProcess(addresses);
  }

  override beforeApplicationShutdown(): Promise<void> {
    const stopped = super.beforeApplicationShutdown();
    this.stopping.abort();
    return stopped;
  }

  /**
   * A number that differs after each change of the keys. It shows cheaply that a token was verified before a
   * change.
   */
  get version(): number {
    return this.changes;
  }

  /** Whether a key of this name counts now. */
  has(kid: string | undefined): boolean {
    return kid !== undefined && this.ids.has(kid);
  }

  /**
   * The key that a token names. Throws `JWKSNoMatchingKey` of jose when identity has no such key. Throws
   * `KeysUnavailable` when identity is known to have the key, but it could not be read yet.
   */
  async key(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<Awaited<ReturnType<KeyFinder>>> {
    if (header.kid !== undefined && this.withdrawn.has(header.kid)) throw new errors.JWKSNoMatchingKey();
    if (!this.find) await this.read();
    try {
      return await this.known()(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.readForUnknown();
      if (header.kid !== undefined && header.kid === this.expected && !this.has(header.kid))
        throw new KeysUnavailable('A new key of identity cannot be read yet', { cause: error });
      return this.known()(header, token);
    }
  }

  /** Reads the keys again; when that fails, those that are known go on being used. */
  async renew(): Promise<void> {
    await this.read().catch(() => undefined);
  }

  /** Forgets the withdrawn keys at once, and reads the others until the new one is among them. */
  async apply({ accessTokenKeyId, withdrawnKeyIds }: KeysRotated): Promise<void> {
    for (const id of withdrawnKeyIds.slice(0, MAX_WITHDRAWN)) this.withdrawn.add(id);
    for (const id of this.withdrawn) {
      if (this.withdrawn.size <= MAX_WITHDRAWN) break;
      this.withdrawn.delete(id);
    }
    if (this.find) this.use(this.keys);
    if (accessTokenKeyId === undefined || this.has(accessTokenKeyId)) return;
    this.expected = accessTokenKeyId;
    await this.readExpected(accessTokenKeyId).catch(() => undefined);
    if (this.expected === accessTokenKeyId) this.expected = undefined;
  }

  protected async work(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      if (!this.isStopping) throw error;
    }
  }

  private known(): KeyFinder {
    if (!this.find) throw new KeysUnavailable('The public keys of identity are not known yet');
    return this.find;
  }

  private async readForUnknown(): Promise<void> {
    if (!this.reading && this.now() - this.attemptedAt < REFETCH_AT_MOST_EVERY_MS) return;
    this.attemptedAt = this.now();
    await this.renew();
  }

  /** A process of identity may hear of a new key later than this one does. */
  private async readExpected(id: string): Promise<void> {
    const { signal } = this.stopping;
    const startedAt = performance.now();
    // A read that is under way may have begun before the key existed.
    await this.reading?.catch(() => undefined);
    for (
      let waitMs = EXPECT_AGAIN_AFTER_MS.first;
      ;
      waitMs = Math.min(2 * waitMs, EXPECT_AGAIN_AFTER_MS.most)
    ) {
      await this.read(id).catch(() => undefined);
      if (this.has(id) || this.expected !== id || performance.now() - startedAt > EXPECT_FOR_MS) return;
      await delay(waitMs, undefined, { ref: false, signal });
    }
  }

  /**
   * Reads run one at a time: an older answer must not replace a newer one. With `id`, only an answer with
   * that key counts.
   */
  private read(id?: string): Promise<void> {
    if (!this.reading) {
      this.reading = this.load(id).finally(() => {
        this.reading = undefined;
      });
    }
    return this.reading;
  }

  private async load(id: string | undefined): Promise<void> {
    try {
      const { signal } = this.stopping;
      this.use(await this.identity.ask({ path: PATH, signal, read: (answer) => readKeys(answer, id) }));
    } catch (cause) {
      throw new KeysUnavailable('The public keys of identity cannot be read', { cause });
    }
  }

  private use(published: readonly JWK[]): void {
    const keys = published.filter(({ kid }) => kid === undefined || !this.withdrawn.has(kid));
    const before = this.ids;
    this.keys = keys;
    this.ids = new Set(keys.map(({ kid }) => kid));
    // Without any key nothing can be told of a token: 503 rather than 401.
    this.find = keys.length === 0 ? undefined : createLocalJWKSet({ keys });
    if (this.ids.size !== before.size || [...this.ids].some((kid) => !before.has(kid))) this.changes++;
  }
}

/** No key is known that a token could be judged by. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}
