import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { InjectLogger, InjectSettings, type Logger, Public } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentitySettings } from '../../config.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { localeOfRequest } from '../../pages/request-locale.js';
import { redirectTo, sendPage } from '../../pages/send-page.js';
import { consolePath, pageOfConsole } from '../../paths/console.js';
import { ConsoleSessions } from '../console-sessions.js';
import { browserCookie, type IdCookie, sessionCookie } from '../cookies.js';
import { openidClient } from '../openid-client.js';
import { pageOfNewSession } from '../visit/page-after-sign-in.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { type Answered, ConsoleSignIn, type FinishedSignIn } from './console-sign-in.js';
import { signInFailedPage } from './sign-in-failed.page.js';

/** How openid-client names parameters that are missing, there twice, or none of this provider's. */
const NO_ANSWER = new Set(['OAUTH_INVALID_RESPONSE', 'OAUTH_UNSUPPORTED_OPERATION']);

/** Into the console and out of it. */
@Controller(consolePath)
export class ConsoleSignInController {
  private readonly origin: string;
  private readonly sessionCookie: IdCookie;
  private readonly browserCookie: IdCookie;

  constructor(
    private readonly signIn: ConsoleSignIn,
    private readonly sessions: ConsoleSessions,
    @InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.origin = AUTH_URL;
    this.sessionCookie = sessionCookie(AUTH_URL);
    this.browserCookie = browserCookie(AUTH_URL);
  }

  @Get('sign-in')
  @Public()
  @UseFilters(PageErrorFilter)
  async begin(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { to, fresh, ui_locales: chosen } = request.query as Readonly<Record<string, unknown>>;
    // Kept from one sign-in to the next, so that several tabs can sign in at once.
    const browser = this.browserCookie.read(request) ?? this.signIn.newBrowser();
    const next = await this.signIn.begin(browser, request.raw, {
      to: pageOfConsole(to),
      fresh: fresh !== undefined,
      uiLocale: chosen === undefined ? null : localeOfRequest(request).tag,
    });
    this.browserCookie.write(reply, browser);
    await redirectTo(reply, next.href);
  }

  @Get('callback')
  @Public()
  @UseFilters(PageErrorFilter)
  async finish(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const browser = this.browserCookie.read(request);
    const before = this.sessionCookie.read(request);
    const answer = new URL(request.url, this.origin);
    const signedIn = await this.finished({ browser, session: before, answer });
    if (!signedIn) return sendPage(reply.status(400), signInFailedPage(localeOfRequest(request)));
    if (before !== undefined) await this.sessions.end(before);
    this.sessionCookie.write(reply, signedIn.sessionId);
    await redirectTo(reply, pageOfNewSession(signedIn.to, signedIn.sessionId));
  }

  @Post('sign-out')
  @VisitedPage()
  async signOut(
    @CurrentVisit() visit: Visit,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer> {
    const { id, idToken } = visit.session;
    await this.sessions.end(id);
    this.sessionCookie.remove(reply);
    return visit.goTo(this.signIn.endSessionUrl(idToken, visit.locale.tag).href);
  }

  /**
   * A refusal of the provider, of a used code for example, is the end of this try and no fault of ours. Nor
   * is an address that the provider has not made.
   */
  private async finished(answered: Answered): Promise<FinishedSignIn | undefined> {
    try {
      return await this.signIn.finish(answered);
    } catch (err) {
      const { AuthorizationResponseError, ClientError, ResponseBodyError } = await openidClient();
      const isRefusal = err instanceof AuthorizationResponseError || err instanceof ResponseBodyError;
      const isNoAnswer = err instanceof ClientError && NO_ANSWER.has(String(err.code));
      if (!isRefusal && !isNoAnswer) throw err;
      this.logger.warn({ err }, 'console: sign-in refused');
      return undefined;
    }
  }
}
