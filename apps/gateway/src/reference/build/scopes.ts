import { scopes } from '@safety/contracts';

/** The scopes that a client may request for the API, and their purpose. */
export const accessTokenScopes: Record<string, string> = {
  [scopes.accounts]: 'The accounts API: companies, users, roles and the profile.',
  [scopes.business]: 'The business API.',
  [scopes.businessRead]: 'The business API, reading only.',
};

/** And those that a client may request for a user who signs in. */
export const signInScopes: Record<string, string> = {
  openid: 'Sign-in.',
  offline_access: 'A refresh token, for a client that is registered for it.',
  ...accessTokenScopes,
};
