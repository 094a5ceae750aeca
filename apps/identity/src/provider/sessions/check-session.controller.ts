import { Controller, Get, Res } from '@nestjs/common';
import { InjectSettings, Public } from '@safety/platform';
import type { FastifyReply } from 'fastify';
import type { IdentitySettings } from '../../config.js';
import { checkSessionPath } from '../../paths/protocol.js';
import { browserStateCookie } from '../hooks/browser-state.js';
import { checkSessionDocument } from './check-session.page.js';

/**
 * The frame in which a browser application asks whether its session is still the same (OIDC Session
 * Management section 3.2).
 */
@Controller(`auth${checkSessionPath}`)
export class CheckSessionController {
  private readonly document: ReturnType<typeof checkSessionDocument>;

  constructor(@InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>) {
    this.document = checkSessionDocument(browserStateCookie(AUTH_URL));
  }

  @Get()
  @Public()
  async show(@Res() reply: FastifyReply): Promise<void> {
    const { html, scriptDigest } = this.document;
    await reply
      .headers({
        // Made to be framed by clients: no frame-ancestors, and nothing on the page to be clicked.
        'content-security-policy': `default-src 'none'; script-src 'sha256-${scriptDigest}'; base-uri 'none'; form-action 'none'`,
        'cache-control': 'public, max-age=3600',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  }
}
