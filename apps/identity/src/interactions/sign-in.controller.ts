import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ProblemError, Public, TakesBody, TakesParam } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Accounts } from '../accounts/accounts.js';
import { Clients } from '../clients/clients.js';
import { expiredPage } from '../pages/error.page.js';
import { type Locale, localeOf } from '../pages/locale.js';
import { messages } from '../pages/messages/messages.js';
import { inLanguage } from '../pages/page.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { SameOriginGuard } from '../pages/same-origin.guard.js';
import { redirectTo, sendPage } from '../pages/send-page.js';
import { signInPage } from '../pages/sign-in.page.js';
import { InteractionSessions, type PendingSignIn } from '../provider/interaction-sessions.js';
import { signInPath } from '../provider/routes.js';

/** A field sent twice or not at all is simply not right: the answer is the form again. */
const credentialsSchema = z
  .object({ email: z.string().catch(''), password: z.string().catch('') })
  .catch({ email: '', password: '' });
const uidSchema = z.string().regex(/^[\w-]{1,64}$/);
type Credentials = z.infer<typeof credentialsSchema>;
type Failure = 'wrongCredentials' | 'busy';

/** The sign-in page. It works without a script; the browser is known by the cookie that the sign-in was started with. */
@Controller('auth/sign-in/:uid')
@UseFilters(PageErrorFilter)
@UseGuards(SameOriginGuard)
export class SignInController {
  constructor(
    private readonly interactions: InteractionSessions,
    private readonly accounts: Accounts,
    private readonly clients: Clients,
  ) {}

  @Get()
  @Public()
  async show(
    @TakesParam('uid', uidSchema) uid: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const signIn = await this.interactions.find(uid, request.raw, reply.raw);
    if (!signIn) return this.sendExpired(request, reply);
    await this.sendForm(signIn, request, reply, { email: signIn.loginHint });
  }

  @Post()
  @Public()
  async submit(
    @TakesParam('uid', uidSchema) uid: string,
    @TakesBody(credentialsSchema) { email, password }: Credentials,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const signIn = await this.interactions.find(uid, request.raw, reply.raw);
    if (!signIn) return this.sendExpired(request, reply);
    const outcome = await this.authenticate(email, password);
    if ('failure' in outcome) return this.sendForm(signIn, request, reply, { email, ...outcome });
    const next = await this.interactions.finish(request.raw, reply.raw, outcome.accountId);
    await redirectTo(reply, next);
  }

  private async authenticate(
    email: string,
    password: string,
  ): Promise<{ accountId: string } | { failure: Failure }> {
    try {
      const accountId = await this.accounts.authenticate(email, password);
      return accountId ? { accountId } : { failure: 'wrongCredentials' };
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unavailable') return { failure: 'busy' };
      throw error;
    }
  }

  private async sendForm(
    { uid, clientId, redirectUri, uiLocales }: PendingSignIn,
    request: FastifyRequest,
    reply: FastifyReply,
    { email, failure }: { email: string; failure?: Failure },
  ): Promise<void> {
    const client = await this.clients.find(clientId);
    const locale = this.localeOf(request, uiLocales);
    const chosen = queryOf(request).ui_locales;
    const page = signInPage({
      locale,
      clientName: client?.name ?? clientId,
      address: chosen === undefined ? signInPath(uid) : inLanguage(signInPath(uid), locale.tag),
      email,
      failure: failure && messages[locale.language][failure],
    });
    await sendPage(reply.status(failure === 'busy' ? 503 : 200), page, [redirectUri]);
  }

  private async sendExpired(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await sendPage(reply.status(400), expiredPage(this.localeOf(request, undefined)));
  }

  /** What the user chose on the page comes before what the client asked for. */
  private localeOf(request: FastifyRequest, uiLocales: unknown): Locale {
    return localeOf(queryOf(request).ui_locales ?? uiLocales, request.headers['accept-language']);
  }
}

const queryOf = ({ query }: FastifyRequest): { ui_locales?: unknown } => query as object;
