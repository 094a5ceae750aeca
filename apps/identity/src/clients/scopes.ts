import { scopes } from '@safety/contracts';

/** Scopes about a user. */
export const userScopes: readonly string[] = ['openid', 'profile', 'roles', 'email', 'offline_access'];

/** Every scope that a client can be registered for. */
export const supportedScopes: readonly string[] = [...userScopes, ...Object.values(scopes)];
