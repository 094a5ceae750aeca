import { Injectable } from '@nestjs/common';
import type { Adapter } from 'oidc-provider';
import { Accounts } from '../../people/users/accounts.js';
import { BegunSignIns } from '../../people/users/begun-sign-ins.js';
import { Grants } from '../../sessions/grants.js';
import { Database } from '../../storage/database/database.js';
import { ReplayGuard } from '../../storage/short-lived/replay-guard.js';
import { ShortLived } from '../../storage/short-lived/short-lived.js';
import { AuthorizationCodeAdapter } from './authorization-code.adapter.js';
import { InteractionAdapter } from './interaction.adapter.js';
import { PushedRequestAdapter } from './pushed-request.adapter.js';
import { ReplayAdapter } from './replay.adapter.js';
import { SessionAdapter } from './session.adapter.js';

/** Where each kind of model is kept that lives for minutes. */
@Injectable()
export class ShortLivedAdapters {
  constructor(
    private readonly shortLived: ShortLived,
    private readonly accounts: Accounts,
    private readonly grants: Grants,
    private readonly replays: ReplayGuard,
    private readonly begun: BegunSignIns,
    private readonly database: Database,
  ) {}

  /** Undefined for every other kind. */
  adapterFor(kind: string): Adapter | undefined {
    switch (kind) {
      case 'Interaction':
        return new InteractionAdapter(
          this.shortLived,
          this.accounts,
          this.begun,
          new SessionAdapter(this.database),
        );
      case 'AuthorizationCode':
        return new AuthorizationCodeAdapter(this.shortLived, this.grants);
      case 'PushedAuthorizationRequest':
        return new PushedRequestAdapter(this.shortLived, this.replays, this.begun);
      case 'ReplayDetection':
        return new ReplayAdapter(this.replays);
      default:
        return undefined;
    }
  }
}
