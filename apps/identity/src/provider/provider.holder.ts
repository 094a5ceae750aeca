import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type Provider from 'oidc-provider';
import { SigningKeys } from '../keys/signing-keys.js';
import { ProviderEvents } from './hooks/provider-events.js';
import { ProviderExtensions } from './hooks/provider-extensions.js';
import { ProviderFactory } from './provider.factory.js';

type Callback = ReturnType<Provider['callback']>;

/**
 * Holds the current provider: the library takes its keys when it is built, so other keys mean another
 * provider.
 */
@Injectable()
export class ProviderHolder implements OnApplicationBootstrap {
  private current: { provider: Provider; callback: Callback } | undefined;

  constructor(
    private readonly factory: ProviderFactory,
    private readonly extensions: ProviderExtensions,
    private readonly events: ProviderEvents,
    private readonly keys: SigningKeys,
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
    const provider = this.factory.create();
    this.extensions.apply(provider);
    this.events.listenTo(provider);
    this.current = { provider, callback: provider.callback() };
  }
}
