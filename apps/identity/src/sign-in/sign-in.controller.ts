import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { Public, TakesBody, TakesParam } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Clients } from '../clients/clients.js';
import { expiredPage } from '../pages/error.page.js';
import { inLanguage } from '../pages/page.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { chosenOnPage, localeOfRequest } from '../pages/request-locale.js';
import { SameOriginGuard } from '../pages/same-origin.guard.js';
import { sendOnward, sendPage } from '../pages/send-page.js';
import { forgottenPasswordPath } from '../paths/password-links.js';
import { signInPath } from '../paths/protocol.js';
import { uidSchema } from '../paths/uid.js';
import { EnteredPasswords } from '../people/users/entered-passwords.js';
import { refuse, type SignInFailure } from '../people/users/sign-in-failure.js';
import { InteractionSessions, type PendingInteraction } from '../provider/sessions/interaction-sessions.js';
import { signInPage } from './sign-in.page.js';
import { amrOf, type ProvenSteps, passwordStep } from './steps.js';

/** A field sent twice or not at all is simply not right: the answer is the form again. */
const credentialsSchema = z
  .object({ email: z.string().catch(''), password: z.string().catch('') })
  .catch({ email: '', password: '' });
type Credentials = z.infer<typeof credentialsSchema>;

/**
 * The sign-in page. It works without a script; the browser is known by the cookie that the sign-in was
 * started with.
 */
@Controller('auth/sign-in/:uid')
@UseFilters(PageErrorFilter)
@UseGuards(SameOriginGuard)
export class SignInController {
  constructor(
    private readonly interactions: InteractionSessions,
    private readonly passwords: EnteredPasswords,
    private readonly clients: Clients,
  ) {}

  @Get()
  @Public()
  async show(
    @TakesParam('uid', uidSchema) uid: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const signIn = await this.find(uid, request, reply);
    if (!signIn) return this.sendExpired(request, reply);
    await this.sendForm(signIn, request, reply, signIn.loginHint);
  }

  @Post()
  @Public()
  async submit(
    @TakesParam('uid', uidSchema) uid: string,
    @TakesBody(credentialsSchema) { email, password }: Credentials,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const signIn = await this.find(uid, request, reply);
    if (!signIn) return this.sendExpired(request, reply);
    const { clientId } = signIn;
    const outcome = await this.passwords.check({ email, password }, { clientId }, request, reply);
    if ('reason' in outcome) return this.sendForm(signIn, request, reply, email, outcome);
    await this.goOn(signIn, request, reply, { ...outcome, steps: [passwordStep] });
  }

  /** Every step of the sign-in is done: back to the client. A further step would have its page here. */
  private async goOn(
    pending: PendingInteraction,
    request: FastifyRequest,
    reply: FastifyReply,
    { steps, ...proven }: ProvenSteps,
  ): Promise<void> {
    const uiLocale = chosenOnPage(request, pending.uiLocales);
    const next = await this.interactions.finish(pending, { ...proven, amr: amrOf(steps), uiLocale });
    if (next === undefined) return this.sendExpired(request, reply);
    await sendOnward(reply, localeOfRequest(request, pending.uiLocales), next);
  }

  private find(
    uid: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PendingInteraction | undefined> {
    return this.interactions.find({ uid, prompt: 'login' }, request.raw, reply.raw);
  }

  private async sendForm(
    { uid, clientId, uiLocales }: PendingInteraction,
    request: FastifyRequest,
    reply: FastifyReply,
    email: string,
    failure?: SignInFailure,
  ): Promise<void> {
    const client = await this.clients.find(clientId);
    const locale = localeOfRequest(request, uiLocales);
    const page = signInPage({
      locale,
      clientName: client?.name ?? clientId,
      address: inLanguage(signInPath(uid), locale.tag),
      forgottenPassword: forgottenPasswordPath({ language: locale.tag, signIn: uid }),
      email,
      failure,
    });
    if (failure) refuse(reply, failure, 200);
    await sendPage(reply, page);
  }

  private async sendExpired(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await sendPage(reply.status(400), expiredPage(request));
  }
}
