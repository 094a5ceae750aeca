import type { JSONWebKeySet } from 'jose';
import type { AuthMethod, GrantType, SaveClient } from '../../clients/client.js';
import type { ManagedClient } from '../../clients/stored-client.js';
import { type IdTokenAlgorithm, usualIdTokenAlgorithm } from '../../keys/id-token-header.js';
import type { Locale } from '../../pages/locale.js';
import type { Sent } from '../company/form/sent.js';
import type { FormBody } from '../form-body.js';
import type { ClientMessages } from './messages/messages.js';

/** The values in the form of a client. */
export interface ClientForm {
  companyId: string;
  /** The version that the form was made from; empty for a new client. */
  version: string;
  name: string;
  authMethod: string;
  jwks: string;
  grantTypes: string[];
  scopes: string[];
  /** One address a line. */
  redirectUris: string;
  postLogoutRedirectUris: string;
  logoutUri: string;
  backchannelLogoutUri: string;
  idTokenSignedResponseAlg: string;
  accessTokenMinutes: string;
  refreshTokenDays: string;
  keepsOfflineAccess: boolean;
}

export const SECONDS_PER_MINUTE = 60;
export const SECONDS_PER_DAY = 24 * 60 * 60;

/** The form of a new client: an application with a server, which is what most are. */
export const newClientForm = (companyId: string): ClientForm => ({
  companyId,
  version: '',
  name: '',
  authMethod: 'client_secret',
  jwks: '',
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid'],
  redirectUris: '',
  postLogoutRedirectUris: '',
  logoutUri: '',
  backchannelLogoutUri: '',
  idTokenSignedResponseAlg: usualIdTokenAlgorithm,
  accessTokenMinutes: '',
  refreshTokenDays: '',
  keepsOfflineAccess: false,
});

/** Decimal places by which a day still tells each of its seconds. */
const MOST_DECIMALS = 5;

/**
 * A lifetime as people of that region write it, in as few digits as `inSeconds` reads the same seconds from:
 * a form that nobody changes changes nothing. `inSeconds` knows no other digits and no thousands.
 */
export function inUnits(seconds: number, unit: number, { tag }: Pick<Locale, 'tag'>): string {
  const isExact = (decimals: number): boolean =>
    Math.round(Number((seconds / unit).toFixed(decimals)) * unit) === seconds;
  let decimals = 0;
  while (decimals < MOST_DECIMALS && !isExact(decimals)) decimals++;
  return new Intl.NumberFormat(tag, {
    maximumFractionDigits: decimals,
    numberingSystem: 'latn',
    useGrouping: false,
  }).format(seconds / unit);
}

const inUnitsOrEmpty = (seconds: number | null | undefined, unit: number, locale: Locale): string =>
  seconds === null || seconds === undefined ? '' : inUnits(seconds, unit, locale);

export const formOfClient = (client: ManagedClient, locale: Locale): ClientForm => ({
  companyId: client.companyId ?? '',
  version: String(client.version),
  name: client.name,
  authMethod: client.authMethod,
  jwks: client.jwks ? JSON.stringify(client.jwks, null, 2) : '',
  grantTypes: client.grantTypes,
  scopes: client.scopes,
  redirectUris: client.redirectUris.join('\n'),
  postLogoutRedirectUris: client.postLogoutRedirectUris.join('\n'),
  logoutUri: client.logoutUri ?? '',
  backchannelLogoutUri: client.backchannelLogoutUri ?? '',
  idTokenSignedResponseAlg: client.idTokenSignedResponseAlg,
  accessTokenMinutes: inUnitsOrEmpty(client.accessTokenSeconds, SECONDS_PER_MINUTE, locale),
  refreshTokenDays: inUnitsOrEmpty(client.refreshTokenSeconds, SECONDS_PER_DAY, locale),
  keepsOfflineAccess: client.keepsOfflineAccess,
});

/** The content of the fields of a client, in words. */
export const fieldsOf = (client: SaveClient, text: ClientMessages, locale: Locale): Sent => ({
  name: [client.name],
  authMethod: [text.authMethods[client.authMethod]],
  jwks: [client.jwks ? JSON.stringify(client.jwks) : ''],
  grantTypes: client.grantTypes,
  scopes: client.scopes,
  redirectUris: client.redirectUris ?? [],
  postLogoutRedirectUris: client.postLogoutRedirectUris ?? [],
  logoutUri: [client.logoutUri ?? ''],
  backchannelLogoutUri: [client.backchannelLogoutUri ?? ''],
  idTokenSignedResponseAlg: [client.idTokenSignedResponseAlg ?? usualIdTokenAlgorithm],
  accessTokenMinutes: [inUnitsOrEmpty(client.accessTokenSeconds, SECONDS_PER_MINUTE, locale)],
  refreshTokenDays: [inUnitsOrEmpty(client.refreshTokenSeconds, SECONDS_PER_DAY, locale)],
  keepsOfflineAccess: client.keepsOfflineAccess ? [text.keepsOfflineAccess] : [],
});

export function sentForm(body: FormBody): ClientForm {
  const text = (name: keyof ClientForm): string => [body[name]].flat()[0] ?? '';
  const list = (name: keyof ClientForm): string[] =>
    [body[name]].flat().filter((value) => value !== undefined);
  return {
    companyId: text('companyId'),
    version: text('version'),
    name: text('name'),
    authMethod: text('authMethod'),
    jwks: text('jwks'),
    grantTypes: list('grantTypes'),
    scopes: list('scopes'),
    redirectUris: text('redirectUris'),
    postLogoutRedirectUris: text('postLogoutRedirectUris'),
    logoutUri: text('logoutUri').trim(),
    backchannelLogoutUri: text('backchannelLogoutUri').trim(),
    // A form of the release before does not have it.
    idTokenSignedResponseAlg: text('idTokenSignedResponseAlg') || usualIdTokenAlgorithm,
    accessTokenMinutes: text('accessTokenMinutes').trim(),
    refreshTokenDays: text('refreshTokenDays').trim(),
    keepsOfflineAccess: body['keepsOfflineAccess'] !== undefined,
  };
}

/** The lines of a field that say something. */
export const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

/** The client that the form describes. It may be wrong anywhere: the registry checks all of it. */
export const clientOfForm = (form: ClientForm): SaveClient => ({
  name: form.name,
  authMethod: form.authMethod as AuthMethod,
  // The rest of another choice does not count.
  jwks: form.authMethod === 'private_key_jwt' && form.jwks.trim() !== '' ? parsedKeys(form.jwks) : null,
  grantTypes: form.grantTypes as GrantType[],
  scopes: form.scopes,
  redirectUris: linesOf(form.redirectUris),
  postLogoutRedirectUris: linesOf(form.postLogoutRedirectUris),
  logoutUri: form.logoutUri || null,
  backchannelLogoutUri: form.backchannelLogoutUri || null,
  idTokenSignedResponseAlg: form.idTokenSignedResponseAlg as IdTokenAlgorithm,
  accessTokenSeconds: inSeconds(form.accessTokenMinutes, SECONDS_PER_MINUTE),
  refreshTokenSeconds: inSeconds(form.refreshTokenDays, SECONDS_PER_DAY),
  keepsOfflineAccess: form.keepsOfflineAccess,
});

const DECIMAL = /^\d+([.,]\d+)?$/;

/** Null for nothing; not a number where it is none. A comma is a decimal point in most of our languages. */
function inSeconds(text: string, unit: number): number | null {
  if (text === '') return null;
  return DECIMAL.test(text) ? Math.round(Number(text.replace(',', '.')) * unit) : Number.NaN;
}

function parsedKeys(text: string): JSONWebKeySet {
  try {
    return JSON.parse(text);
  } catch {
    return text as unknown as JSONWebKeySet;
  }
}
