import { acrOf } from '@safety/contracts';
import type { AccessToken, KoaContextWithOIDC } from 'oidc-provider';

/** `amr` of the password grant, which knows no further step. */
const PASSWORD_AMR = ['pwd'];

/** The authentication that tokens come from; codes and refresh tokens carry it on. */
interface Authenticated {
  authTime?: number | undefined;
  amr?: string[] | undefined;
  acr?: string | undefined;
}

/**
 * When and how the user of an access token signed in (RFC 9068 section 2.2.1). A renewed token tells of the
 * sign-in that it began with.
 */
export function authenticationClaims(
  { oidc }: KoaContextWithOIDC,
  { gty }: Pick<AccessToken, 'gty'>,
): { auth_time?: number | undefined; amr?: string[] | undefined; acr?: string | undefined } {
  const { AuthorizationCode: code, RefreshToken: refreshToken } = oidc.entities;
  const source: Authenticated | undefined = code ?? refreshToken;
  if (source) return { auth_time: source.authTime, amr: source.amr, acr: source.acr };
  return gty === 'password' ? { ...passwordNow(), auth_time: Math.floor(Date.now() / 1000) } : {};
}

/** The same of somebody whose password was checked just now. */
export const passwordNow = () => ({ amr: PASSWORD_AMR, acr: acrOf(PASSWORD_AMR) });
