import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ProblemError, Public } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { localeOfRequest } from '../../pages/request-locale.js';
import { sendPage } from '../../pages/send-page.js';
import { demoMailboxPage } from './demo-mailbox.page.js';
import { Mailer } from './mailer.js';

/** The mails of the demo, for everybody: it exists only where `DEMO` is set and no SMTP server is. */
@Controller('auth/demo/mailbox')
@UseFilters(PageErrorFilter)
export class DemoMailboxController {
  constructor(private readonly mailer: Mailer) {}

  @Get()
  @Public()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { demoMailbox } = this.mailer;
    if (!demoMailbox) throw new ProblemError('not-found');
    await sendPage(reply, demoMailboxPage(localeOfRequest(request), await demoMailbox.latest()));
  }
}
