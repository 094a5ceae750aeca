import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../config.js';
import { isPublicAddress, lookupPublic } from './public-address.js';

const TIMEOUT_MS = 5_000;

/** The call that tells one client that a session has ended: GET of its Logout Uri with `sid`. */
@Injectable()
export class LogoutCall {
  constructor(@InjectSettings() private readonly settings: Pick<IdentitySettings, 'LOGOUT_ALLOWED_HOSTS'>) {}

  /** Resolves when the client answered 2xx within five seconds. Redirects are not followed: they could lead inside. */
  send(logoutUri: string, sid: string): Promise<void> {
    const url = new URL(logoutUri);
    url.searchParams.set('sid', sid);
    const trusted = this.settings.LOGOUT_ALLOWED_HOSTS.includes(url.host);
    if (!trusted && !isPublicAddress(url.hostname))
      return Promise.reject(new Error('The host is a private address'));
    return get(url, trusted);
  }
}

function get(url: URL, trusted: boolean): Promise<void> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'GET',
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'user-agent': 'identity-logout', 'cache-control': 'no-store' },
        // The name is resolved once, here: checking it first and connecting later would allow DNS rebinding.
        ...(trusted ? {} : { lookup: lookupPublic }),
      },
      (response) => {
        const { statusCode = 0 } = response;
        response.destroy();
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`The client answered ${statusCode}`));
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}
