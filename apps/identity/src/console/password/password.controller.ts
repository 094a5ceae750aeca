import { Controller, Get, Post, Res } from '@nestjs/common';
import { TakesBody } from '@safety/platform';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { consolePaths } from '../../paths/console.js';
import type { NewPasswordFault } from '../../people/password-links/new-password.page.js';
import { busyFault, isBusy } from '../../people/passwords/busy.js';
import { PasswordChange } from '../../people/passwords/password-change.js';
import { MadeOnce } from '../visit/made-once.js';
import { FailedForm, FreshSignInNeeded } from '../visit/refusals.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { passwordPage } from './password.page.js';

const text = z.string().catch('');
const bodySchema = z.object({ password: text, repeated: text });

/** The form is shown again with it. */
class NotTaken extends Error {
  constructor(readonly fault: NewPasswordFault) {
    super('The new password was not taken');
  }
}

/** A new password for who has entered the old one just now. */
@Controller(consolePaths.password)
@VisitedPage()
export class PasswordController {
  constructor(
    private readonly change: PasswordChange,
    private readonly madeOnce: MadeOnce,
  ) {}

  @Get()
  async form(@CurrentVisit() visit: Visit): Promise<Answer> {
    visit.demandFreshSignIn();
    return visit.show(passwordPage(visit));
  }

  @Post()
  async save(
    @CurrentVisit() visit: Visit,
    @TakesBody(bodySchema) { password, repeated }: z.infer<typeof bodySchema>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer> {
    visit.demandRecentSignIn();
    if (password !== repeated) return visit.show(passwordPage(visit, 'passwordsDiffer'), 422);
    try {
      const address = await this.madeOnce.addressOf(visit.submission, () => this.saved(visit, password));
      return visit.goTo(address, 'passwordChanged');
    } catch (error) {
      if (error instanceof NotTaken) return visit.show(passwordPage(visit, error.fault), 422);
      if (error instanceof FailedForm || !isBusy(error)) throw error;
      void reply.headers({ ...error.options.headers });
      return visit.show(passwordPage(visit, busyFault(error)), error.status);
    }
  }

  /** Resolves to the page that tells of it. */
  private async saved({ account, session, locale }: Visit, password: string): Promise<string> {
    const { sid } = session;
    const { language } = locale;
    const outcome = await this.change.byOwner(account.id, account, password, { sid, language });
    if (outcome === 'signed-out') throw new FreshSignInNeeded();
    if (outcome !== 'saved') throw new NotTaken(outcome);
    return consolePaths.profile;
  }
}
