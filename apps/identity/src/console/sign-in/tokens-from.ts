import type { TokenEndpointResponse } from 'openid-client';
import { lifetimes } from '../../lifetimes.js';
import type { ConsoleTokens } from '../console-sessions.js';

/** The tokens in an answer of the token endpoint. */
export function tokensFrom(answer: TokenEndpointResponse): ConsoleTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in } = answer;
  if (!refreshToken) throw new Error('The console got no refresh token');
  const expiresAt = Math.floor(Date.now() / 1000) + (expires_in ?? lifetimes.accessToken);
  return { accessToken, refreshToken, expiresAt };
}
