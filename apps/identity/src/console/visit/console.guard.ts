import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Accounts } from '../../accounts/accounts.js';
import { ClientKeepers } from '../../clients/client-keepers.js';
import type { IdentitySettings } from '../../config.js';
import { type Locale, localeOf } from '../../pages/locale.js';
import { type ConsoleSession, ConsoleSessions } from '../console-sessions.js';
import { type IdCookie, sessionCookie } from '../cookies.js';
import { consolePath } from '../paths.js';
import { isCsrfToken } from './csrf.js';
import { ForeignForm, SignInNeeded } from './refusals.js';
import { Visit } from './visit.js';
import { keepVisit } from './visits.js';

/** Lets in who is signed in, and takes no form that is not of their session. */
@Injectable()
export class ConsoleGuard implements CanActivate {
  private readonly cookie: IdCookie;

  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly accounts: Accounts,
    private readonly keepers: ClientKeepers,
    @InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {
    this.cookie = sessionCookie(AUTH_URL);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const id = this.cookie.read(request);
    const session = id === undefined ? undefined : await this.sessions.find(id);
    const account = session && (await this.accounts.find(session.userId));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!session || !account) throw new SignInNeeded(isRead ? request.url : consolePath);
    await this.sessions.noteVisit(session);
    const keeper = await this.keepers.find(account.id);
    const locale = await this.localeOf(request, session);
    const visit = new Visit({ session, account, keeper, locale }, request, http.getResponse<FastifyReply>());
    keepVisit(request, visit);
    const { csrf } = (request.body ?? {}) as { csrf?: unknown };
    if (!isRead && !isCsrfToken(session.id, csrf)) throw new ForeignForm();
    return true;
  }

  /** A language chosen on one page stays for the next ones. */
  private async localeOf({ query, headers }: FastifyRequest, session: ConsoleSession): Promise<Locale> {
    const { ui_locales: chosen } = query as { ui_locales?: unknown };
    const locale = localeOf(chosen ?? session.uiLocale, headers['accept-language']);
    if (chosen !== undefined && locale.tag !== session.uiLocale)
      await this.sessions.rememberLocale(session.id, locale.tag);
    return locale;
  }
}
