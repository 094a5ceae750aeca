import type { IdTokenAlgorithm } from '../../keys/id-token-header.js';
import type { Browser } from '../browser.js';
import type { IdentityUnderTest } from '../identity-under-test.js';
import type { LogoutReceiver } from '../logout-receiver.js';

/** The means of a module's steps: a provider, and a browser that nobody has signed in with. */
export interface Bench {
  provider: IdentityUnderTest;
  browser: Browser;
  /** The backchannel_logout_uri of the client. */
  receiver: LogoutReceiver;
  /** The parameters of every authorization request of the plan. */
  parameters: Record<string, string>;
  /** Signs the ID tokens and logout tokens of the client. */
  algorithm: IdTokenAlgorithm;
}

/** One module of a certification plan of the OpenID Foundation, by its name in their suite. */
export type Module = { name: string } & (
  | { applies: true; steps: (bench: Bench) => Promise<void> }
  | { applies: false; why: string }
);

export interface Plan {
  name: string;
  parameters: Record<string, string>;
  modules: readonly Module[];
}

export const applies = (name: string, steps: (bench: Bench) => Promise<void>): Module => ({
  name,
  applies: true,
  steps,
});

export const doesNotApply = (name: string, why: string): Module => ({ name, applies: false, why });
