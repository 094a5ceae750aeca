import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectLogger, InjectSettings, type Logger } from '@safety/platform';
import type Provider from 'oidc-provider';
import { Accounts } from '../accounts/accounts.js';
import { Authentication } from '../accounts/authentication.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { RefusalLimit } from '../audit/refusal-limit.js';
import { SecretUse } from '../clients/secret-use.js';
import type { IdentitySettings } from '../config.js';
import { AccessTokens } from '../sessions/access-tokens.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { SigningKeys } from '../signing-keys/signing-keys.js';
import { AdapterFactory } from './adapters/adapter.factory.js';
import { createProvider } from './provider.factory.js';

type Callback = ReturnType<Provider['callback']>;

/** Holds the provider of the moment: the library takes its keys when it is built, so other keys mean another provider. */
@Injectable()
export class ProviderHolder implements OnApplicationBootstrap {
  private current: { provider: Provider; callback: Callback } | undefined;

  constructor(
    private readonly adapters: AdapterFactory,
    private readonly accounts: Accounts,
    private readonly authentication: Authentication,
    private readonly keys: SigningKeys,
    private readonly sessions: SessionEnding,
    private readonly tokens: AccessTokens,
    private readonly secretUse: SecretUse,
    private readonly audit: AuditTrail,
    private readonly refusalLimit: RefusalLimit,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL'>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.build();
    this.keys.onChange(() => this.build());
  }

  get provider(): Provider {
    return this.built.provider;
  }

  /** Answers one request of the protocol. */
  get callback(): Callback {
    return this.built.callback;
  }

  private get built(): { provider: Provider; callback: Callback } {
    if (!this.current) throw new Error('The provider is built when the service has started');
    return this.current;
  }

  /** Requests under way go on with the provider that they began with. */
  private build(): void {
    const provider = createProvider({
      authUrl: this.settings.AUTH_URL,
      adapters: this.adapters,
      accounts: this.accounts,
      authentication: this.authentication,
      keys: this.keys,
      tokens: this.tokens,
      endSession: (sid) => this.sessions.end(sid),
      clientsTold: (sid) => this.sessions.clientsTold(sid),
      audit: this.audit,
      refusalLimit: this.refusalLimit,
      secretUsed: (id) => this.secretUse.note(id),
      logger: this.logger,
    });
    this.current = { provider, callback: provider.callback() };
  }
}
