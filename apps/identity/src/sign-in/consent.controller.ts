import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { Public, TakesBody, TakesParam } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Clients } from '../clients/clients.js';
import { expiredPage } from '../pages/error.page.js';
import { inLanguage } from '../pages/page.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { localeOfRequest } from '../pages/request-locale.js';
import { SameOriginGuard } from '../pages/same-origin.guard.js';
import { sendOnward, sendPage } from '../pages/send-page.js';
import { consentPath } from '../paths/protocol.js';
import { uidSchema } from '../paths/uid.js';
import { Accounts } from '../people/users/accounts.js';
import { InteractionSessions, type PendingInteraction } from '../provider/sessions/interaction-sessions.js';
import { consentPage } from './consent.page.js';

/** Anything else is no decision: the answer is the question again. */
const decisionSchema = z
  .object({ decision: z.enum(['allow', 'refuse']).optional().catch(undefined) })
  .catch({});

/** Where the answer goes, in few words. */
function destinationOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol : host;
}

/**
 * The page that a client asks for with `prompt=consent`. It works without a script; the browser is known by
 * the cookie that the request was started with, and the user by the session.
 */
@Controller('auth/consent/:uid')
@UseFilters(PageErrorFilter)
@UseGuards(SameOriginGuard)
export class ConsentController {
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
    await this.ask(await this.find(uid, request, reply), request, reply);
  }

  @Post()
  @Public()
  async submit(
    @TakesParam('uid', uidSchema) uid: string,
    @TakesBody(decisionSchema) { decision }: z.infer<typeof decisionSchema>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pending = await this.find(uid, request, reply);
    if (!pending || decision === undefined) return this.ask(pending, request, reply);
    const next = await this.interactions.decide(request.raw, reply.raw, decision);
    if (next === undefined) return this.ask(undefined, request, reply);
    await sendOnward(reply, localeOfRequest(request, pending.uiLocales), next);
  }

  private find(
    uid: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PendingInteraction | undefined> {
    return this.interactions.find({ uid, prompt: 'consent' }, request.raw, reply.raw);
  }

  private async ask(
    pending: PendingInteraction | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const user = pending && (await this.accounts.find(pending.userId));
    if (!pending || !user) {
      await sendPage(reply.status(400), expiredPage(request));
      return;
    }
    const { uid, clientId, redirectUri, scope, uiLocales } = pending;
    const client = await this.clients.find(clientId);
    const locale = localeOfRequest(request, uiLocales);
    const page = consentPage({
      locale,
      clientName: client?.name ?? clientId,
      destination: destinationOf(redirectUri),
      user: { name: `${user.givenName} ${user.familyName}`.trim(), email: user.email },
      ofCompany: typeof client?.companyId === 'string',
      scopes: scope.split(' ').filter(Boolean),
      address: inLanguage(consentPath(uid), locale.tag),
    });
    await sendPage(reply.status(200), page);
  }
}
