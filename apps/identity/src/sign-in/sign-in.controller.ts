import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { InjectSettings, ProblemError, Public, TakesBody, TakesParam } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RefusalLimit } from '../audit/refusal-limit.js';
import { Clients } from '../clients/clients.js';
import type { IdentitySettings } from '../config.js';
import { expiredPage } from '../pages/error.page.js';
import { inLanguage } from '../pages/page.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { localeOfRequest } from '../pages/request-locale.js';
import { SameOriginGuard } from '../pages/same-origin.guard.js';
import { sendOnward, sendPage } from '../pages/send-page.js';
import { forgottenPasswordPath } from '../paths/password-links.js';
import { signInPath } from '../paths/protocol.js';
import { Authentication, type Outcome } from '../people/users/authentication.js';
import { deviceOf, keepDevice } from '../people/users/device-cookie.js';
import { refusalReasons } from '../people/users/refusal-reasons.js';
import { InteractionSessions, type PendingInteraction } from '../provider/sessions/interaction-sessions.js';
import { clientAddress, recordedNetwork } from '../throttling/client-address.js';
import { type SignInFailure, signInPage } from './sign-in.page.js';
import { amrOf, type ProvenSteps, passwordStep } from './steps.js';
import { uidSchema } from './uid.js';

/** A field sent twice or not at all is simply not right: the answer is the form again. */
const credentialsSchema = z
  .object({ email: z.string().catch(''), password: z.string().catch('') })
  .catch({ email: '', password: '' });
type Credentials = z.infer<typeof credentialsSchema>;

const statusOf: Record<SignInFailure['reason'], number> = {
  wrong: 200,
  throttled: 429,
  locked: 429,
  busy: 503,
};

/**
 * The sign-in page. It works without a script; the browser is known by the cookie that the sign-in was
 * started with.
 */
@Controller('auth/sign-in/:uid')
@UseFilters(PageErrorFilter)
@UseGuards(SameOriginGuard)
export class SignInController {
  private readonly secure: boolean;

  constructor(
    private readonly interactions: InteractionSessions,
    private readonly authentication: Authentication,
    private readonly clients: Clients,
    private readonly refusals: RefusalLimit,
    @InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {
    this.secure = AUTH_URL.startsWith('https:');
  }

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
    const device = deviceOf(request, this.secure);
    const outcome = await this.authenticate(email, password, {
      address: clientAddress(request.raw),
      device,
      deviceShared: false,
    });
    if ('reason' in outcome) {
      this.refusals.record({
        type: 'sign-in-refused',
        actor: 'user',
        clientId: signIn.clientId,
        reason: refusalReasons[outcome.reason],
        details: { network: recordedNetwork(clientAddress(request.raw)) },
      });
      return this.sendForm(signIn, request, reply, email, outcome);
    }
    keepDevice(reply, device, this.secure);
    await this.goOn(signIn, request, reply, { ...outcome, steps: [passwordStep] });
  }

  /** Every step of the sign-in is done: back to the client. A further step would have its page here. */
  private async goOn(
    pending: PendingInteraction,
    request: FastifyRequest,
    reply: FastifyReply,
    { steps, ...proven }: ProvenSteps,
  ): Promise<void> {
    const next = await this.interactions.finish(pending, { ...proven, amr: amrOf(steps) });
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

  private async authenticate(
    email: string,
    password: string,
    origin: Parameters<Authentication['authenticate']>[2],
  ): Promise<Omit<ProvenSteps, 'steps'> | SignInFailure> {
    try {
      const result: Outcome = await this.authentication.authenticate(email, password, origin);
      if (result.outcome === 'accepted') {
        const { userId, epoch } = result;
        return { userId, epoch };
      }
      return result.outcome === 'throttled'
        ? { reason: 'throttled', retryAfterSeconds: result.retryAfterSeconds }
        : { reason: result.outcome };
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unavailable')
        return { reason: 'busy', retryAfterSeconds: 1 };
      throw error;
    }
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
    if (failure) reply.status(statusOf[failure.reason]);
    if (failure?.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    await sendPage(reply, page);
  }

  private async sendExpired(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await sendPage(reply.status(400), expiredPage(localeOfRequest(request)));
  }
}
