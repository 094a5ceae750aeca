import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientKeepers } from '../../clients/client-keepers.js';
import type { IdentitySettings } from '../../config.js';
import { type Locale, localeOf } from '../../pages/locale.js';
import { type Account, Accounts } from '../../people/users/accounts.js';
import { type ConsoleSession, ConsoleSessions } from '../console-sessions.js';
import { type IdCookie, sessionCookie } from '../cookies.js';
import { Visit } from './visit.js';
import { keepVisit } from './visits.js';

/** Finds out who asks. */
@Injectable()
export class ConsoleVisits {
  private readonly cookie: IdCookie;

  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly accounts: Accounts,
    private readonly keepers: ClientKeepers,
    @InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {
    this.cookie = sessionCookie(AUTH_URL);
  }

  /** The visit that the request is, which is kept with it; nothing where nobody is signed in. */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> {
    const id = this.cookie.read(request);
    const session = id === undefined ? undefined : await this.sessions.find(id);
    const account = session && (await this.accounts.find(session.userId));
    if (!session || !account) return undefined;
    await this.sessions.noteVisit(session);
    const keeper = await this.keepers.find(account.id);
    const locale = await this.localeOf(request, session, account);
    const visit = new Visit({ session, account, keeper, locale }, request, reply);
    keepVisit(request, visit);
    return visit;
  }

  /**
   * A language chosen on one page stays for the next ones, until the user prefers another one. The time zone
   * is that of the profile.
   */
  private async localeOf(
    { query, headers }: FastifyRequest,
    session: ConsoleSession,
    account: Account,
  ): Promise<Locale> {
    const { ui_locales: chosen } = query as { ui_locales?: unknown };
    const locale = localeOf(chosen ?? session.uiLocale ?? account.locale, headers['accept-language']);
    const { timeZone } = account;
    if (chosen !== undefined && locale.tag !== session.uiLocale)
      await this.sessions.rememberLocale(session.id, locale.tag);
    return { ...locale, timeZone: timeZone ?? undefined };
  }
}
