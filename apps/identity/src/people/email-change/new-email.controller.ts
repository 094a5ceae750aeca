import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { InjectSettings, Public, TakesBody, TakesQuery } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { IdentitySettings } from '../../config.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { localeOfRequest } from '../../pages/request-locale.js';
import { SameOriginGuard } from '../../pages/same-origin.guard.js';
import { redirectTo, sendPage } from '../../pages/send-page.js';
import { emailConfirmedPath } from '../../paths/email-links.js';
import { doneBy, keepDone } from '../done-cookie.js';
import { signInAddress } from '../sign-in-link.js';
import { EnteredPasswords } from '../users/entered-passwords.js';
import { failureText, refuse } from '../users/sign-in-failure.js';
import { EmailChanges } from './email-changes.js';
import { EmailLinks } from './email-links.js';
import { emailConfirmedPage, emailLinkInvalidPage, newEmailPage } from './new-email.page.js';

const text = z.string().catch('');
const querySchema = z.object({ token: text });
const bodySchema = z.object({ token: text, password: text }).catch({ token: '', password: '' });

/**
 * Where the link to a new address leads. The password is asked for: a stolen access token alone, or the
 * mailbox of a mistyped address, must not move an account.
 */
@Controller('auth/new-email')
@UseFilters(PageErrorFilter)
@UseGuards(SameOriginGuard)
export class NewEmailController {
  private readonly secure: boolean;

  constructor(
    private readonly links: EmailLinks,
    private readonly changes: EmailChanges,
    private readonly passwords: EnteredPasswords,
    @InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {
    this.secure = AUTH_URL.startsWith('https:');
  }

  @Get()
  @Public()
  async show(
    @TakesQuery(querySchema) { token }: z.infer<typeof querySchema>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const locale = localeOfRequest(request);
    const linked = await this.links.find(token);
    if (!linked) return sendPage(reply.status(400), emailLinkInvalidPage(locale, signInAddress(request)));
    await sendPage(reply, newEmailPage({ locale, token, email: linked.email }));
  }

  @Post()
  @Public()
  async submit(
    @TakesBody(bodySchema) { token, password }: z.infer<typeof bodySchema>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const locale = localeOfRequest(request);
    const linked = await this.links.find(token);
    if (!linked) return sendPage(reply.status(400), emailLinkInvalidPage(locale, signInAddress(request)));
    const { presentEmail, userId, email } = linked;
    const outcome = await this.passwords.check({ email: presentEmail, password }, { userId }, request, reply);
    if ('reason' in outcome) {
      refuse(reply, outcome, 422);
      const failure = failureText(locale, outcome, 'wrongPassword');
      return sendPage(reply, newEmailPage({ locale, token, email, failure }));
    }
    if (!(await this.changes.confirm(token, linked)))
      return sendPage(reply.status(400), emailLinkInvalidPage(locale, signInAddress(request)));
    keepDone(reply, 'new-email', this.secure);
    await redirectTo(reply, emailConfirmedPath(locale.tag));
  }

  /** Says so to the browser that sent the form; a link that others make leads to the sign-in. */
  @Get('confirmed')
  @Public()
  async confirmed(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const signIn = signInAddress(request);
    if (doneBy(request, this.secure) !== 'new-email') return redirectTo(reply, signIn);
    await sendPage(reply, emailConfirmedPage(localeOfRequest(request), signIn));
  }
}
