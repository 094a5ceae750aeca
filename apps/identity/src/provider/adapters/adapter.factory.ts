import { Injectable } from '@nestjs/common';
import type { Adapter } from 'oidc-provider';
import { Clients } from '../../clients/clients.js';
import { AccessTokens } from '../../sessions/access-tokens.js';
import { Grants } from '../../sessions/grants.js';
import { Database } from '../../storage/database/database.js';
import { AccessTokenAdapter } from './access-token.adapter.js';
import { ClientAdapter } from './client.adapter.js';
import { ClientCredentialsAdapter } from './client-credentials.adapter.js';
import { GrantAdapter } from './grant.adapter.js';
import { RefreshTokenAdapter } from './refresh-token.adapter.js';
import { SessionAdapter } from './session.adapter.js';
import { ShortLivedAdapters } from './short-lived-adapters.js';

/**
 * Where each kind of model is kept: what lives for minutes apart, everything that must not be lost in
 * PostgreSQL.
 */
@Injectable()
export class AdapterFactory {
  constructor(
    private readonly database: Database,
    private readonly shortLived: ShortLivedAdapters,
    private readonly clients: Clients,
    private readonly grants: Grants,
    private readonly tokens: AccessTokens,
  ) {}

  adapterFor(kind: string): Adapter {
    return this.shortLived.adapterFor(kind) ?? this.lasting(kind);
  }

  private lasting(kind: string): Adapter {
    switch (kind) {
      case 'Client':
        return new ClientAdapter(this.clients);
      case 'Session':
        return new SessionAdapter(this.database);
      case 'Grant':
        return new GrantAdapter(this.database, this.grants);
      case 'RefreshToken':
        return new RefreshTokenAdapter(this.database);
      case 'AccessToken':
        return new AccessTokenAdapter(this.tokens);
      case 'ClientCredentials':
        return new ClientCredentialsAdapter();
      default:
        throw new Error(`Nothing keeps ${kind}: its feature is off`);
    }
  }
}
