import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type Provider from 'oidc-provider';
import { Clients } from '../../clients/clients.js';
import { SecretUse } from '../../clients/secret-use.js';
import type { IdentitySettings } from '../../config.js';
import { Accounts } from '../../people/users/accounts.js';
import { Authentication } from '../../people/users/authentication.js';
import { AccessTokens } from '../../sessions/access-tokens.js';
import { SessionEnding } from '../../sessions/session-ending.js';
import { registerClientCredentialsGrant } from '../grants/client-credentials.grant.js';
import { registerPasswordGrant } from '../grants/password.grant.js';
import { tellBrowserState } from './browser-state.js';
import { applyMiddleware } from './middleware.js';
import { applyOverrides } from './overrides.js';
import { serveStructuredTokens } from './structured-tokens.js';

/** The changes to the library, and the additions. */
@Injectable()
export class ProviderExtensions {
  constructor(
    private readonly accounts: Accounts,
    private readonly authentication: Authentication,
    private readonly sessions: SessionEnding,
    private readonly tokens: AccessTokens,
    private readonly clients: Clients,
    private readonly secretUse: SecretUse,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL' | 'PASSWORD_GRANT'>,
  ) {}

  apply(provider: Provider): void {
    const { AUTH_URL: authUrl, PASSWORD_GRANT } = this.settings;
    const offersPasswordGrant = PASSWORD_GRANT === 'on';
    applyOverrides(
      provider,
      (sid, userId) => this.sessions.end(sid, userId),
      (secretId) => this.secretUse.note(secretId),
    );
    applyMiddleware(provider, this.sessions, offersPasswordGrant);
    provider.use(tellBrowserState(authUrl));
    provider.use(serveStructuredTokens(this.tokens, this.clients));
    registerPasswordGrant(provider, {
      accounts: this.accounts,
      authentication: this.authentication,
      authUrl,
      offered: offersPasswordGrant,
    });
    registerClientCredentialsGrant(provider, authUrl);
  }
}
