import { Controller, Get, Post } from '@nestjs/common';
import { TakesBody } from '@safety/platform';
import { z } from 'zod';
import { consolePaths } from '../../paths/console.js';
import { OutgoingMails } from '../../people/mail/outgoing-mails.js';
import { emailKey } from '../../people/users/email-key.js';
import { anyFault, refusedBy } from '../company/form/refused.js';
import { companyMessages } from '../company/messages/messages.js';
import { CompanyVisits } from '../company/visit/company-visits.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { emailPage, noMailPage } from './email.page.js';

const bodySchema = z.object({ email: z.string().catch('') });

/**
 * Another address to sign in with, asked for at accounts. It wants no password: the link in the mail does,
 * and the answer tells nothing of the address, unless it is the own one.
 */
@Controller(consolePaths.email)
@VisitedPage()
export class EmailController {
  constructor(
    private readonly companies: CompanyVisits,
    private readonly mails: OutgoingMails,
  ) {}

  @Get()
  async form(@CurrentVisit() visit: Visit): Promise<Answer> {
    return visit.show(this.mails.canSend ? emailPage(visit) : noMailPage(visit));
  }

  @Post()
  async ask(
    @CurrentVisit() visit: Visit,
    @TakesBody(bodySchema) { email }: z.infer<typeof bodySchema>,
  ): Promise<Answer> {
    if (!this.mails.canSend) return visit.show(noMailPage(visit));
    const text = companyMessages[visit.locale.language];
    if (emailKey(email) === emailKey(visit.account.email))
      return visit.show(emailPage(visit, { email, fault: text.faults.ownEmail }), 422);
    const accounts = await this.companies.accounts(visit);
    try {
      await accounts.send('POST', '/users/me/emailchange', { body: { email } });
      return visit.goTo(consolePaths.profile, 'emailAsked');
    } catch (error) {
      const { faults, status } = refusedBy(error, {
        text,
        sentences: anyFault('email', text.faults.notAnEmail),
      });
      return visit.show(emailPage(visit, { email, fault: faults['email'] }), status);
    }
  }
}
