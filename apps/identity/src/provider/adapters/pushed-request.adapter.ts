import { type AdapterPayload, errors } from 'oidc-provider';
import type { BegunSignIns } from '../../people/users/begun-sign-ins.js';
import type { ReplayGuard } from '../../storage/short-lived/replay-guard.js';
import type { ShortLivedStore } from '../../storage/short-lived/short-lived-store.js';
import { countBegun } from './count-begun.js';
import { ShortLivedAdapter } from './short-lived.adapter.js';

/** No sign-in is under way for that long. */
const USED_FOR_SECONDS = 24 * 60 * 60;
const LONG_AGO = 1;

/** Pushed authorization requests (RFC 9126): each leads to one answer. */
export class PushedRequestAdapter extends ShortLivedAdapter {
  constructor(
    store: ShortLivedStore,
    private readonly replays: ReplayGuard,
    private readonly begun: BegunSignIns,
  ) {
    super(store, 'pushed-request');
  }

  /** Counted before, as the sign-ins that they begin: in the name of a public client anybody pushes. */
  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await countBegun(this.begun, 'pushed-request');
    return super.upsert(id, payload, expiresIn);
  }

  /**
   * One that is nowhere counts as expired: no sign-in begins with it. At the end of one that began before the
   * library uses up what it finds, and would answer without that where it found nothing. So two sign-ins with
   * one request would both be answered, once it is forgotten or Redis unavailable.
   */
  override async find(id: string): Promise<AdapterPayload> {
    return (await super.find(id)) ?? { jti: id, exp: LONG_AGO };
  }

  override async consume(id: string): Promise<void> {
    const key = this.key(id);
    // The claim shows others at once that it is used. PostgreSQL decides, whether Redis has the request or
    // not.
    const isUsed = (await this.store.claim(key)) === 'claimed';
    if (isUsed || !(await this.replays.isFirst(`used:${key}`, USED_FOR_SECONDS)))
      throw new errors.InvalidRequestUri('request_uri was already used');
  }
}
