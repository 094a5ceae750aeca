import type { AdapterPayload } from 'oidc-provider';
import { hasPasswordSince } from '../../accounts/accounts.js';
import type { Database } from '../../database/database.js';
import type { ShortLivedStore } from '../../short-lived/short-lived-store.js';
import { ShortLivedAdapter } from './short-lived.adapter.js';

interface ProvenResult {
  login?: { accountId: string };
  passwordSince?: string;
}

/** Sign-ins under way. The library puts the value of the session cookie into them and never reads it: it is not kept. */
export class InteractionAdapter extends ShortLivedAdapter {
  constructor(
    store: ShortLivedStore,
    private readonly database: Database,
  ) {
    super(store, 'interaction');
  }

  /** Without its result when the password that led to it was changed since: the browser is asked for the new one. */
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await super.find(id);
    const { login, passwordSince } = (payload?.result ?? {}) as ProvenResult;
    if (!payload || !login || !passwordSince) return payload;
    if (await hasPasswordSince(this.database, login.accountId, passwordSince)) return payload;
    const { result: _, ...unproven } = payload;
    return unproven;
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { cookie: _, ...session } = payload.session ?? {};
    await super.upsert(id, payload.session ? { ...payload, session } : payload, expiresIn);
  }
}
