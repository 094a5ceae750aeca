import type { Redis } from 'ioredis';
import type { AdapterPayload } from 'oidc-provider';
import { digestOf, ModelAdapter, withId, withoutId } from './model-adapter.js';

/** What lives for minutes. Losing it costs the sign-ins that are under way. */
export class RedisAdapter extends ModelAdapter {
  constructor(
    protected readonly redis: Redis,
    private readonly kind: string,
  ) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await this.redis.set(this.key(id), JSON.stringify(withoutId(payload)), 'EX', expiresIn);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const text = await this.redis.get(this.key(id));
    return text === null ? undefined : withId(JSON.parse(text) as AdapterPayload, id);
  }

  override async destroy(id: string): Promise<void> {
    await this.redis.del(this.key(id));
  }

  protected key(id: string): string {
    return `identity:${this.kind}:${digestOf(id).toString('base64url')}`;
  }
}
