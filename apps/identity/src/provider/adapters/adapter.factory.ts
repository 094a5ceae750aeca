import { Injectable } from '@nestjs/common';
import type { Adapter } from 'oidc-provider';
import { Clients } from '../../clients/clients.js';
import { Accounts } from '../../people/users/accounts.js';
import { AccessTokens } from '../../sessions/access-tokens.js';
import { Grants } from '../../sessions/grants.js';
import { Database } from '../../storage/database/database.js';
import { ReplayGuard } from '../../storage/short-lived/replay-guard.js';
import { ShortLived } from '../../storage/short-lived/short-lived.js';
import { AccessTokenAdapter } from './access-token.adapter.js';
import { AuthorizationCodeAdapter } from './authorization-code.adapter.js';
import { ClientAdapter } from './client.adapter.js';
import { ClientCredentialsAdapter } from './client-credentials.adapter.js';
import { GrantAdapter } from './grant.adapter.js';
import { InteractionAdapter } from './interaction.adapter.js';
import { PushedRequestAdapter } from './pushed-request.adapter.js';
import { RefreshTokenAdapter } from './refresh-token.adapter.js';
import { ReplayAdapter } from './replay.adapter.js';
import { SessionAdapter } from './session.adapter.js';

/**
 * Where each kind of model is kept: what lives for minutes apart, everything that must not be lost in
 * PostgreSQL.
 */
@Injectable()
export class AdapterFactory {
  constructor(
    private readonly database: Database,
    private readonly shortLived: ShortLived,
    private readonly accounts: Accounts,
    private readonly clients: Clients,
    private readonly grants: Grants,
    private readonly tokens: AccessTokens,
    private readonly replays: ReplayGuard,
  ) {}

  adapterFor(kind: string): Adapter {
    switch (kind) {
      case 'Client':
        return new ClientAdapter(this.clients);
      case 'Session':
        return new SessionAdapter(this.database);
      case 'Interaction':
        return new InteractionAdapter(this.shortLived, this.accounts);
      case 'AuthorizationCode':
        return new AuthorizationCodeAdapter(this.shortLived, this.grants);
      case 'Grant':
        return new GrantAdapter(this.database, this.grants);
      case 'RefreshToken':
        return new RefreshTokenAdapter(this.database);
      case 'AccessToken':
        return new AccessTokenAdapter(this.tokens);
      case 'ClientCredentials':
        return new ClientCredentialsAdapter();
      case 'PushedAuthorizationRequest':
        return new PushedRequestAdapter(this.shortLived, this.replays);
      case 'ReplayDetection':
        return new ReplayAdapter(this.replays);
      default:
        throw new Error(`Nothing keeps ${kind}: its feature is off`);
    }
  }
}
