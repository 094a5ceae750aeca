import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../config.js';
import { isPublicAddress, publicLookup } from './public-address.js';

const TIMEOUT_MS = 5_000;
const lookupPublic = publicLookup();

/** A Logout Uri with the session that ended: what the client's side of single logout is called with. */
export function withSid(logoutUri: string, sid: string): URL {
  const url = new URL(logoutUri);
  url.searchParams.set('sid', sid);
  return url;
}

/** Calls clients when a session has ended. */
@Injectable()
export class LogoutCall {
  constructor(@InjectSettings() private readonly settings: Pick<IdentitySettings, 'LOGOUT_ALLOWED_HOSTS'>) {}

  /**
   * GET, or POST of a form when there is one. Resolves when the client answered 2xx within five seconds. Redirects are not
   * followed: they could lead inside.
   */
  async send(url: URL, form?: URLSearchParams): Promise<void> {
    const trusted = this.settings.LOGOUT_ALLOWED_HOSTS.includes(url.host);
    if (!trusted && !isPublicAddress(url.hostname)) throw new Error('The host is a private address');
    await call(url, form, trusted);
  }
}

function call(url: URL, form: URLSearchParams | undefined, trusted: boolean): Promise<void> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: form ? 'POST' : 'GET',
        agent: false,
        signal,
        headers: {
          'user-agent': 'identity-logout',
          'cache-control': 'no-store',
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
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
    sent.once('error', (error) =>
      reject(signal.aborted ? new Error(`No answer within ${TIMEOUT_MS / 1000} seconds`) : error),
    );
    sent.end(form?.toString());
  });
}
