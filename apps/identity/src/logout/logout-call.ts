import { Injectable } from '@nestjs/common';
import { callPublicly } from '@safety/deliveries';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../config.js';
import { withParameters } from '../paths/with-parameters.js';

/** A Logout Uri with the session that ended: the client's side of single logout is called with it. */
export const withSid = (logoutUri: string, sid: string): URL => new URL(withParameters(logoutUri, { sid }));

/** Calls clients when a session has ended. */
@Injectable()
export class LogoutCall {
  constructor(@InjectSettings() private readonly settings: Pick<IdentitySettings, 'LOGOUT_ALLOWED_HOSTS'>) {}

  /** GET, or POST of a form when there is one. Throws unless the client answers 2xx. */
  async send(url: URL, form?: URLSearchParams): Promise<void> {
    await callPublicly({
      url,
      userAgent: 'identity-logout',
      allowedHosts: this.settings.LOGOUT_ALLOWED_HOSTS,
      ...(form && { body: { type: 'application/x-www-form-urlencoded', text: form.toString() } }),
    });
  }
}
