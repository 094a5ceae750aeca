import { scopes } from '@safety/contracts';

/** Every scope that a client can be registered for. */
export const supportedScopes: readonly string[] = [
  'openid',
  'profile',
  'roles',
  'email',
  'offline_access',
  ...Object.values(scopes),
];
