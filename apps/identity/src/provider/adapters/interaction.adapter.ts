import type { AdapterPayload } from 'oidc-provider';
import type { ShortLivedStore } from '../../short-lived/short-lived-store.js';
import { ShortLivedAdapter } from './short-lived.adapter.js';

/** Sign-ins under way. The library puts the value of the session cookie into them and never reads it: it is not kept. */
export class InteractionAdapter extends ShortLivedAdapter {
  constructor(store: ShortLivedStore) {
    super(store, 'interaction');
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { cookie: _, ...session } = payload.session ?? {};
    await super.upsert(id, payload.session ? { ...payload, session } : payload, expiresIn);
  }
}
