import { Controller, Get, Post } from '@nestjs/common';
import { TakesBody } from '@safety/platform';
import { z } from 'zod';
import { consolePaths } from '../../paths/console.js';
import { MadeOnce } from '../visit/made-once.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { OwnSessions } from './own-sessions.js';
import { sessionsPage } from './sessions.page.js';

/** In the form, since addresses are logged. No session has an empty id. */
const bodySchema = z.object({
  sid: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .catch(''),
});

/** Where the user is signed in. */
@Controller(consolePaths.sessions)
@VisitedPage()
export class SessionsController {
  constructor(
    private readonly sessions: OwnSessions,
    private readonly madeOnce: MadeOnce,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Answer> {
    const sessions = await this.sessions.newest(visit.account.id, visit.session.sid);
    const isElsewhere =
      sessions.length > 1 || (await this.sessions.isAllowedWithoutSession(visit.account.id));
    return visit.show(sessionsPage(visit, sessions, isElsewhere));
  }

  @Post('end-others')
  async endOthers(@CurrentVisit() visit: Visit): Promise<Answer> {
    await this.sessions.endOthers(visit.account.id, visit.session.sid);
    return visit.goTo(consolePaths.sessions, 'sessionsEnded');
  }

  @Post('end')
  async end(
    @CurrentVisit() visit: Visit,
    @TakesBody(bodySchema) { sid }: z.infer<typeof bodySchema>,
  ): Promise<Answer> {
    const address = await this.madeOnce.addressOf(visit.submission, async () => {
      await this.sessions.end(visit.account.id, sid);
      return consolePaths.sessions;
    });
    return visit.goTo(address, 'sessionEnded');
  }
}
