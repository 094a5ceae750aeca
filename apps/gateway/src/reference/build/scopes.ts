import { scopes } from '@safety/contracts';

/** The scopes that a client may request for the API, and their purpose. */
export const accessTokenScopes: Record<string, string> = {
  openid: 'Sign-in.',
  [scopes.accounts]: 'The companies of the user.',
  [scopes.business]: 'The business API.',
  [scopes.businessRead]: 'The business API, reading only.',
};
