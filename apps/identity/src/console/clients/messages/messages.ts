import type { AuthMethod, GrantType } from '../../../clients/client.js';
import type { UriFault } from '../../../clients/registered-uri.js';
import type { Catalogue } from '../../../pages/locale.js';
import { en } from './en.js';
import { es } from './es.js';
import { kk } from './kk.js';
import { nl } from './nl.js';
import { ru } from './ru.js';

/** The texts about API clients. */
export interface ClientMessages {
  listHint: string;
  noClients: string;
  newClient: string;
  editClient: string;
  edit: string;
  disable: string;
  enable: string;
  remove: string;
  disableHint: string;
  removeHint: string;
  /** Of a client that this keeper may only stop. */
  serviceHint: string;
  active: string;
  disabled: string;
  tooManyClients: string;

  id: string;
  status: string;
  company: string;
  companyHint: string;
  name: string;
  nameHint: string;
  authMethod: string;
  authMethods: Record<AuthMethod, string>;
  jwks: string;
  jwksHint: string;
  grantTypes: string;
  grants: Record<GrantType, string>;
  scopes: string;
  /** By scope. */
  scopeHints: Readonly<Record<string, string>>;
  redirectUris: string;
  redirectUrisHint: string;
  postLogoutRedirectUris: string;
  postLogoutRedirectUrisHint: string;
  logoutUri: string;
  logoutUriHint: string;
  backchannelLogoutUri: string;
  backchannelLogoutUriHint: string;
  idTokenSignedResponseAlg: string;
  idTokenSignedResponseAlgHint: string;
  accessTokenMinutes: string;
  refreshTokenDays: string;
  lifetimeHint: string;
  usual: string;
  offline: string;
  keepsOfflineAccess: string;
  created: string;
  modified: string;

  secrets: string;
  secretsHint: string;
  noSecrets: string;
  newSecret: string;
  newSecretHint: string;
  overlap: string;
  overlaps: Record<'none' | 'day' | 'week' | 'month', string>;
  secretShown: string;
  secretShownHint: string;
  secret: string;
  done: string;
  ends: string;
  never: string;
  lastUsed: string;
  notUsed: string;
  revoke: string;
  revokeHint: string;
  twoSecretsLive: string;

  uriFaults: Record<UriFault, string>;
  faults: {
    wrong: string;
    nameMissing: string;
    nameTooLong: string;
    nameInvisible: string;
    choose: string;
    duplicate: string;
    tooMany: string;
    redirectUriNeeded: string;
    redirectUriNotNeeded: string;
    grantNeedsAuthentication: string;
    refreshNeedsSignIn: string;
    offlineNeedsRefresh: string;
    keys: string;
    range: (bounds: { min: string; max: string }) => string;
  };
}

export const clientMessages: Catalogue<ClientMessages> = { en, es, ru, kk, nl };
