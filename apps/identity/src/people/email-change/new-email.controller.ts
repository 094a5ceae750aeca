import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { InjectSettings, Public, TakesBody, TakesQuery } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RefusalLimit } from '../../audit/refusal-limit.js';
import type { IdentitySettings } from '../../config.js';
import { fromNow } from '../../pages/dates.js';
import { messages } from '../../pages/messages/messages.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { localeOfRequest } from '../../pages/request-locale.js';
import { SameOriginGuard } from '../../pages/same-origin.guard.js';
import { redirectTo, sendPage } from '../../pages/send-page.js';
import { emailConfirmedPath } from '../../paths/email-links.js';
import { clientAddress, recordedNetwork } from '../../throttling/client-address.js';
import { Authentication } from '../users/authentication.js';
import { deviceOf, keepDevice } from '../users/device-cookie.js';
import { refusalReasons } from '../users/refusal-reasons.js';
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
    private readonly authentication: Authentication,
    private readonly refusals: RefusalLimit,
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
    if (!linked) return sendPage(reply.status(400), emailLinkInvalidPage(locale));
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
    if (!linked) return sendPage(reply.status(400), emailLinkInvalidPage(locale, 'sent'));
    const device = deviceOf(request, this.secure);
    const outcome = await this.authentication.authenticate(linked.presentEmail, password, {
      address: clientAddress(request.raw),
      device,
      deviceShared: false,
    });
    if (outcome.outcome !== 'accepted')
      this.refusals.record({
        type: 'sign-in-refused',
        actor: 'user',
        userId: linked.userId,
        reason: refusalReasons[outcome.outcome],
        details: { network: recordedNetwork(clientAddress(request.raw)) },
      });
    const page = { locale, token, email: linked.email };
    const { wrongCredentials, tooManyAttempts, accountLocked } = messages[locale.language];
    if (outcome.outcome === 'wrong')
      return sendPage(reply.status(422), newEmailPage({ ...page, failure: wrongCredentials }));
    if (outcome.outcome === 'throttled') {
      const { retryAfterSeconds } = outcome;
      reply.status(429).header('retry-after', retryAfterSeconds);
      const failure = tooManyAttempts(fromNow(locale, retryAfterSeconds));
      return sendPage(reply, newEmailPage({ ...page, failure }));
    }
    if (outcome.outcome === 'locked')
      return sendPage(reply.status(429), newEmailPage({ ...page, failure: accountLocked }));
    outcome.outcome satisfies 'accepted';
    keepDevice(reply, device, this.secure);
    if (!(await this.changes.confirm(token, linked)))
      return sendPage(reply.status(400), emailLinkInvalidPage(locale, 'sent'));
    await redirectTo(reply, emailConfirmedPath(locale.tag));
  }

  @Get('confirmed')
  @Public()
  async confirmed(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendPage(reply, emailConfirmedPage(localeOfRequest(request)));
  }
}
