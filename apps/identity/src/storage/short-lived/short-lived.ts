import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger } from '@safety/platform';
import { longestShortLivedSeconds } from '../../lifetimes.js';
import { PostgresStore } from './postgres.store.js';
import { RedisStore } from './redis.store.js';
import { ReplayGuard } from './replay-guard.js';
import type { ClaimOutcome, ShortLivedStore, ShortLivedValue } from './short-lived-store.js';
import { type DecryptedValue, ValueEncryption } from './value-encryption.js';

type OpenedStoredValue = DecryptedValue & ShortLivedValue;

/**
 * Redis while it is there, PostgreSQL while it is not: people can sign in either way. A sign-in under way
 * when Redis went is lost with it. PostgreSQL alone decides the first claim of a value: Redis forgets a claim
 * when a replica takes over, and a write that seemed to fail leaves the value in both. A value that this
 * service did not write counts as missing.
 *
 * A Redis that can be read but not written still has what was deleted or set anew meanwhile. So both stores
 * are read, and the newer value counts. A deletion that Redis did not take stays in PostgreSQL for as long as
 * any value lives; no name is used again after it.
 *
 * Where Redis does not answer and PostgreSQL has nothing, Redis is asked once more: a person would have to
 * sign in from the start for an answer that was only late.
 */
@Injectable()
export class ShortLived implements ShortLivedStore {
  private readonly inRedisAlone = new WeakSet<ShortLivedValue>();

  constructor(
    private readonly redis: RedisStore,
    private readonly postgres: PostgresStore,
    private readonly replays: ReplayGuard,
    private readonly valueEncryption: ValueEncryption,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async set(key: string, value: string, seconds: number): Promise<void> {
    const encrypted = this.valueEncryption.encrypt(key, value, seconds);
    const kept = await this.ifReachable(this.redis.set(key, encrypted, seconds).then(() => true));
    if (!kept) await this.postgres.set(key, encrypted, seconds);
  }

  async replace(key: string, value: string, seconds: number): Promise<boolean> {
    const encrypted = this.valueEncryption.encrypt(key, value, seconds);
    const inRedis = () => this.ifReachable(this.redis.replace(key, encrypted, seconds));
    const replaced = await inRedis();
    if (replaced || (await this.postgres.replace(key, encrypted, seconds))) return true;
    return replaced === undefined && (await inRedis()) === true;
  }

  async get(key: string): Promise<ShortLivedValue | undefined> {
    const inRedis = () => this.ifReachable(this.redis.get(key).then((value) => ({ value })));
    const [answered, inPostgres] = await Promise.all([inRedis(), this.postgres.look(key)]);
    if (inPostgres === 'deleted') return undefined;
    const fromRedis = answered ?? (inPostgres ? undefined : await inRedis());
    const found = newerOf(this.opened(key, fromRedis?.value), this.opened(key, inPostgres));
    if (!found) return undefined;
    const answer = { value: found.value, claimed: found.claimed };
    if (!inPostgres) this.inRedisAlone.add(answer);
    return answer;
  }

  async delete(key: string, found?: ShortLivedValue): Promise<void> {
    const deleted = await this.ifReachable(this.redis.delete(key).then(() => true));
    if (!deleted) await this.postgres.keepDeleted(key, longestShortLivedSeconds);
    else if (!found || !this.inRedisAlone.has(found)) await this.postgres.delete(key);
  }

  async claim(key: string): Promise<ClaimOutcome> {
    const inRedis = await this.ifReachable(this.redis.claim(key));
    const outcome = inRedis === undefined || inRedis === 'missing' ? await this.postgres.claim(key) : inRedis;
    if (outcome === 'claimed') return outcome;
    // Redis may have the value and take no claim on it.
    if (outcome === 'missing' && !(await this.get(key))) return outcome;
    return (await this.replays.isFirst(key, longestShortLivedSeconds)) ? 'first' : 'claimed';
  }

  private opened(key: string, found: ShortLivedValue | undefined): OpenedStoredValue | undefined {
    if (!found) return undefined;
    const opened = this.valueEncryption.decrypt(key, found.value);
    if (opened) return { ...found, ...opened };
    this.logger.warn(
      { kind: key.split(':')[0] },
      'short-lived: a value that does not open counts as missing',
    );
    return undefined;
  }

  private ifReachable<Result>(answer: Promise<Result>): Promise<Result | undefined> {
    return answer.catch((err: unknown) => {
      this.logger.debug({ err }, 'short-lived: redis is unavailable, uses the database');
      return undefined;
    });
  }
}

/**
 * The newer value. Of two of one moment PostgreSQL's counts, since it has only what Redis did not take, and a
 * claim on either counts.
 */
function newerOf(
  inRedis: OpenedStoredValue | undefined,
  inPostgres: OpenedStoredValue | undefined,
): OpenedStoredValue | undefined {
  if (!inRedis || !inPostgres) return inRedis ?? inPostgres;
  if (inRedis.at === inPostgres.at) return { ...inPostgres, claimed: inRedis.claimed || inPostgres.claimed };
  return inRedis.at > inPostgres.at ? inRedis : inPostgres;
}
