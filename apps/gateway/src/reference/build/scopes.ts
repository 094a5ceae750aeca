import { scopes } from '@safety/contracts';

/** What a client may ask for to call the API, and what it is for. */
export const accessTokenScopes: Record<string, string> = {
  openid: 'Sign-in.',
  [scopes.accounts]: 'The companies of the user.',
  [scopes.business]: 'The business API.',
  [scopes.businessRead]: 'The business API, reading only.',
};
