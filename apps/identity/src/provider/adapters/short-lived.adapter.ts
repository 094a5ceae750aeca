import type { AdapterPayload } from 'oidc-provider';
import type { ShortLivedStore } from '../../storage/short-lived/short-lived-store.js';
import { digestOf, ModelAdapter, withId, withoutId } from './model-adapter.js';

/** Storage of models that live for minutes. A loss costs the sign-ins that are under way. */
export abstract class ShortLivedAdapter extends ModelAdapter {
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
    const payload = withId(JSON.parse(found.value) as AdapterPayload, id);
    return found.claimed ? { ...payload, consumed: true } : payload;
  }

  override async destroy(id: string): Promise<void> {
    await this.store.delete(this.key(id));
  }

  protected key(id: string): string {
    return `${this.kind}:${digestOf(id).toString('base64url')}`;
  }
}
