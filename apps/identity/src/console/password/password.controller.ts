import { Controller, Get, Post } from '@nestjs/common';
import { TakesBody } from '@safety/platform';
import { z } from 'zod';
import { consolePaths } from '../../paths/console.js';
import { PasswordChange } from '../../people/passwords/password-change.js';
import { FreshSignInNeeded } from '../visit/refusals.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { passwordPage } from './password.page.js';

const text = z.string().catch('');
const bodySchema = z.object({ password: text, repeated: text });

/** A new password for who has entered the old one just now. */
@Controller(consolePaths.password)
@VisitedPage()
export class PasswordController {
  constructor(private readonly change: PasswordChange) {}

  @Get()
  async form(@CurrentVisit() visit: Visit): Promise<Answer> {
    visit.demandFreshSignIn();
    return visit.show(passwordPage(visit));
  }

  @Post()
  async save(
    @CurrentVisit() visit: Visit,
    @TakesBody(bodySchema) { password, repeated }: z.infer<typeof bodySchema>,
  ): Promise<Answer> {
    visit.demandRecentSignIn();
    const { account, session, locale } = visit;
    const outcome =
      password === repeated
        ? await this.change.byOwner(account.id, account, password, {
            sid: session.sid,
            language: locale.language,
          })
        : 'passwordsDiffer';
    if (outcome === 'signed-out') throw new FreshSignInNeeded();
    if (outcome === 'saved') return visit.goTo(consolePaths.profile, 'passwordChanged');
    return visit.show(passwordPage(visit, outcome), 422);
  }
}
