import Provider, { type AdapterPayload } from 'oidc-provider';
import { digestOf } from '../../storage/encryption/digest-of.js';
import type { ShortLivedStore, ShortLivedValue } from '../../storage/short-lived/short-lived-store.js';
import { ModelAdapter, withId, withoutId } from './model-adapter.js';

/** Storage of models that live for minutes. A loss costs the sign-ins that are under way. */
export abstract class ShortLivedAdapter extends ModelAdapter {
  /** The value that each request has found last. */
  private readonly foundBy = new WeakMap<object, { id: string; found: ShortLivedValue }>();

  constructor(
    protected readonly store: ShortLivedStore,
    private readonly kind: string,
  ) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await this.store.set(this.key(id), JSON.stringify(withoutId(payload)), expiresIn);
  }

  /** Saves what is kept already; resolves with false, and keeps nothing, when it is gone. */
  protected replace(id: string, payload: AdapterPayload, expiresIn: number): Promise<boolean> {
    return this.store.replace(this.key(id), JSON.stringify(withoutId(payload)), expiresIn);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.store.get(this.key(id));
    if (!found) return undefined;
    if (Provider.ctx) this.foundBy.set(Provider.ctx, { id, found });
    const payload = withId(JSON.parse(found.value) as AdapterPayload, id);
    return found.claimed ? { ...payload, consumed: true } : payload;
  }

  override async destroy(id: string): Promise<void> {
    const last = Provider.ctx && this.foundBy.get(Provider.ctx);
    await this.store.delete(this.key(id), last?.id === id ? last.found : undefined);
  }

  protected key(id: string): string {
    return `${this.kind}:${digestOf(id).toString('base64url')}`;
  }
}
