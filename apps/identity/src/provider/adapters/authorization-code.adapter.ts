import type { Redis } from 'ioredis';
import { type AdapterPayload, errors } from 'oidc-provider';
import type { Grants } from '../../sessions/grants.js';
import { RedisAdapter } from './redis.adapter.js';

const CONSUMED = 'consumed';

/** Authorization codes: short-lived, and redeemed once however many ask at the same time. */
export class AuthorizationCodeAdapter extends RedisAdapter {
  constructor(
    redis: Redis,
    private readonly grants: Grants,
  ) {
    super(redis, 'code');
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const [code, consumed] = await Promise.all([super.find(id), this.redis.exists(this.consumedKey(id))]);
    return code && (consumed ? { ...code, consumed: true } : code);
  }

  /** SET NX decides which of several redemptions is the first (RFC 6749 section 4.1.2); the others end the grant. */
  override async consume(id: string): Promise<void> {
    const remaining = await this.redis.pttl(this.key(id));
    const first =
      remaining > 0 && (await this.redis.set(this.consumedKey(id), CONSUMED, 'PX', remaining + 1_000, 'NX'));
    if (first) return;
    const code = await super.find(id);
    if (code?.grantId) await this.grants.revoke(code.grantId);
    throw new errors.InvalidGrant('authorization code already consumed');
  }

  private consumedKey(id: string): string {
    return `${this.key(id)}:${CONSUMED}`;
  }
}
