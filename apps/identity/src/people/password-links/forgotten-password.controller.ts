import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { Public, recordedNetwork, TakesBody } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fromNow } from '../../pages/dates.js';
import { messages } from '../../pages/messages/messages.js';
import { inLanguage } from '../../pages/page.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { localeOfRequest } from '../../pages/request-locale.js';
import { SameOriginGuard } from '../../pages/same-origin.guard.js';
import { redirectTo, sendPage } from '../../pages/send-page.js';
import { demoMailboxPath } from '../../paths/demo-mailbox.js';
import { linkSentPath } from '../../paths/password-links.js';
import { clientAddress, nameNetwork, networkOf } from '../../throttling/client-address.js';
import { Throttle } from '../../throttling/throttle.js';
import { Mailer } from '../mail/mailer.js';
import { OutgoingMails } from '../mail/outgoing-mails.js';
import { emailKey, isEmailKey } from '../users/email-key.js';
import { mailLimits } from '../users/sign-in-limits.js';
import { forgottenPasswordPage, linkSentPage, noMailPage } from './forgotten-password.page.js';
import { wayOf } from './way-of-request.js';

const bodySchema = z.object({ email: z.string().catch('') }).catch({ email: '' });

/** Asks for a link by e-mail. Known or not, an address gets the same answer in the same time. */
@Controller('auth/forgotten-password')
@UseFilters(PageErrorFilter)
@UseGuards(SameOriginGuard)
export class ForgottenPasswordController {
  constructor(
    private readonly mails: OutgoingMails,
    private readonly mailer: Mailer,
    private readonly throttle: Throttle,
  ) {}

  @Get()
  @Public()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const locale = localeOfRequest(request);
    const way = wayOf(request, locale);
    await sendPage(reply, this.mails.canSend ? forgottenPasswordPage(locale, way) : noMailPage(locale, way));
  }

  @Post()
  @Public()
  async submit(
    @TakesBody(bodySchema) { email }: { email: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const locale = localeOfRequest(request);
    const way = wayOf(request, locale);
    if (!this.mails.canSend) return sendPage(reply.status(200), noMailPage(locale, way));
    const key = emailKey(email);
    const limits = mailLimits(key, networkOf(clientAddress(request.raw)));
    const ofNetwork = await this.throttle.take([limits.network]);
    if (!ofNetwork.admitted) return this.refuse(request, reply, email, ofNetwork.retryAfterSeconds);
    // An address that has had enough mails gets no more, and nobody is told: the answer is the same for all.
    const ofAddress = await this.throttle.take([limits.address]);
    if (ofAddress.admitted && isEmailKey(key))
      await this.mails.sendNewPasswordLink(email, {
        language: locale.language,
        signIn: way.signIn,
        network: recordedNetwork(clientAddress(request.raw)),
      });
    await redirectTo(reply, linkSentPath(way));
  }

  @Get('sent')
  @Public()
  async sent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const locale = localeOfRequest(request);
    const mailbox = this.mailer.demoMailbox && inLanguage(demoMailboxPath, locale.tag);
    await sendPage(reply, linkSentPage(locale, wayOf(request, locale), mailbox));
  }

  private async refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    email: string,
    seconds: number,
  ): Promise<void> {
    nameNetwork(request.raw);
    const locale = localeOfRequest(request);
    const failure = messages[locale.language].tooManyMails(fromNow(locale, seconds));
    const page = forgottenPasswordPage(locale, wayOf(request, locale), { email, failure });
    await sendPage(reply.status(429).header('retry-after', seconds), page);
  }
}
