import { errors } from 'oidc-provider';
import type { Grants } from '../../sessions/grants.js';
import type { ShortLivedStore } from '../../storage/short-lived/short-lived-store.js';
import { ShortLivedAdapter } from './short-lived.adapter.js';

/** Authorization codes: redeemed once, however many ask at the same time. */
export class AuthorizationCodeAdapter extends ShortLivedAdapter {
  constructor(
    store: ShortLivedStore,
    private readonly grants: Grants,
  ) {
    super(store, 'code');
  }

  /**
   * The first redemption counts; any other ends the grant, and with it what the first one got (RFC 6749
   * section 4.1.2).
   */
  override async consume(id: string): Promise<void> {
    const outcome = await this.store.claim(this.key(id));
    if (outcome === 'first') return;
    const code = await this.find(id);
    if (code?.grantId) await this.grants.revoke(code.grantId, 'an authorization code was used twice');
    throw new errors.InvalidGrant('authorization code already consumed');
  }
}
