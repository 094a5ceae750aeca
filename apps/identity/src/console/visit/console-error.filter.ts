import { type ArgumentsHost, Catch } from '@nestjs/common';
import type { ProblemError } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../pages/html.js';
import { messages } from '../../pages/messages/messages.js';
import type { Page } from '../../pages/page.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { localeOfRequest } from '../../pages/request-locale.js';
import { redirectTo } from '../../pages/send-page.js';
import { consolePaths } from '../../paths/console.js';
import { ForeignForm, FreshSignInNeeded, NotAKeeper, SignInNeeded } from './refusals.js';
import { visitOf } from './visits.js';

/** Sends to the sign-in who has to, and tells everything else within the console. */
@Catch()
export class ConsoleErrorFilter extends PageErrorFilter {
  override async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    if (!(thrown instanceof SignInNeeded)) return super.catch(thrown, host);
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { tag } = visitOf(request)?.locale ?? localeOfRequest(request);
    const parameters = new URLSearchParams({ to: thrown.to, ui_locales: tag });
    if (thrown instanceof FreshSignInNeeded) parameters.set('fresh', '');
    await redirectTo(http.getResponse<FastifyReply>(), `${consolePaths.signIn}?${parameters}`);
  }

  protected override pageOf(error: ProblemError, request: FastifyRequest): Page {
    const visit = visitOf(request);
    if (!visit) return super.pageOf(error, request);
    const { text } = visit;
    if (error instanceof NotAKeeper)
      return visit.framed({
        title: text.notAllowed,
        content: html`<h1>${text.notAllowed}</h1><p>${text.notAKeeper}</p>`,
      });
    if (error instanceof ForeignForm)
      return visit.framed({
        title: messages[visit.locale.language].error,
        content: html`<h1>${messages[visit.locale.language].error}</h1><p>${text.foreignForm}</p>`,
      });
    const { title, content } = super.pageOf(error, request);
    return visit.framed({ title, content });
  }
}
