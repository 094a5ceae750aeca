import type { AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { ReplayGuard } from '../../storage/short-lived/replay-guard.js';
import { ModelAdapter } from './model-adapter.js';

/** Client assertions that have been used (RFC 7523 section 3). */
export class ReplayAdapter extends ModelAdapter {
  constructor(private readonly replays: ReplayGuard) {
    super();
  }

  /**
   * The library looks first and saves afterwards; only the saving decides, since of many who look at once all
   * see nothing.
   */
  override find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  override async upsert(id: string, _payload: AdapterPayload, expiresIn: number): Promise<void> {
    if (await this.replays.isFirst(id, expiresIn)) return;
    throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
  }
}
