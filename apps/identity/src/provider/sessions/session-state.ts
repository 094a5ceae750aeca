import { createHash, randomBytes } from 'node:crypto';
import type { KoaContextWithOIDC, Session } from 'oidc-provider';

const SALT_BYTES = 16;

/** A value that changes when another user signs in, the user signs in again, or the session ends. */
export const browserStateOf = ({ uid, loginTs }: Pick<Session, 'uid' | 'loginTs'>): string =>
  createHash('sha256')
    .update(`${uid} ${loginTs ?? 0}`)
    .digest('base64url');

/**
 * `session_state` of an authorization response (OIDC Session Management section 3): a salted digest of the
 * client, its origin and the state of the browser, which tells the client nothing but whether it has changed.
 */
export function sessionStateFor(ctx: KoaContextWithOIDC): string | undefined {
  const { client, session, params } = ctx.oidc;
  if (!client || !session || typeof params?.['redirect_uri'] !== 'string') return undefined;
  const { origin } = new URL(params['redirect_uri']);
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const state = browserStateOf(session);
  const digest = createHash('sha256')
    .update(`${client.clientId} ${origin} ${state} ${salt}`)
    .digest('base64url');
  return `${digest}.${salt}`;
}
