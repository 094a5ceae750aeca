import { errors } from 'oidc-provider';
import type { ShortLivedStore } from '../../storage/short-lived/short-lived-store.js';
import { ShortLivedAdapter } from './short-lived.adapter.js';

/** Pushed authorization requests (RFC 9126): each leads to one answer. */
export class PushedRequestAdapter extends ShortLivedAdapter {
  constructor(store: ShortLivedStore) {
    super(store, 'pushed-request');
  }

  override async consume(id: string): Promise<void> {
    if ((await this.store.claim(this.key(id))) !== 'first')
      throw new errors.InvalidRequestUri('request_uri was already used');
  }
}
