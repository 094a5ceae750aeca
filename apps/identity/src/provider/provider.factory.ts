import { Injectable } from '@nestjs/common';
import { issuerOf } from '@safety/contracts';
import { InjectSettings } from '@safety/platform';
import type Provider from 'oidc-provider';
import type { IdentitySettings } from '../config.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { Accounts } from '../people/users/accounts.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { AdapterFactory } from './adapters/adapter.factory.js';
import { configurationOf } from './configuration.js';
import { ProviderWithOurPages } from './hooks/forward.js';

/**
 * Builds the OpenID provider with the current keys, as the library has it. The one place that
 * constructs the library.
 */
@Injectable()
export class ProviderFactory {
  constructor(
    private readonly adapters: AdapterFactory,
    private readonly accounts: Accounts,
    private readonly keys: SigningKeys,
    private readonly sessions: SessionEnding,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {}

  create(): Provider {
    const { AUTH_URL: authUrl } = this.settings;
    const { adapters, accounts, keys } = this;
    const clientsTold = (sid: string) => this.sessions.clientsTold(sid);
    const provider = new ProviderWithOurPages(
      issuerOf(authUrl),
      configurationOf({ authUrl, adapters, accounts, keys, clientsTold }),
    );
    // The mount gives every request the issuer's own host and scheme, so that no header of the caller's
    // counts.
    provider.proxy = true;
    return provider;
  }
}
