import { type ArgumentsHost, Catch } from '@nestjs/common';
import type { ProblemError } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../pages/html.js';
import type { Page } from '../../pages/page.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { localeOfRequest } from '../../pages/request-locale.js';
import { redirectTo } from '../../pages/send-page.js';
import { companyPaths } from '../../paths/company-pages.js';
import { consolePaths } from '../../paths/console.js';
import { routeNames } from '../../paths/protocol.js';
import { ApiRefusal } from '../api/api-refusal.js';
import type { ConsoleMessages } from '../messages/messages.js';
import { pageAfterSignIn } from './page-after-sign-in.js';
import {
  FailedForm,
  ForeignForm,
  FreshSignInNeeded,
  InvitationOpen,
  NotAKeeper,
  NotAnAdministrator,
  SignInNeeded,
} from './refusals.js';
import { visitOf } from './visits.js';

/** Sends to the sign-in who has to, and to the invitation, and tells everything else within the console. */
@Catch()
export class ConsoleErrorFilter extends PageErrorFilter {
  override async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const next = nextFor(thrown, request);
    if (next === undefined) return super.catch(thrown, host);
    await redirectTo(http.getResponse<FastifyReply>(), next);
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
    if (error instanceof NotAnAdministrator || (error instanceof ApiRefusal && error.status === 403))
      return visit.framed({
        section: 'companies',
        title: text.notAllowed,
        content: html`<h1>${text.notAllowed}</h1><p>${text.notAnAdministrator}</p>`,
      });
    const { title, content } = super.pageOf(error, request, adviceOf(error, text));
    return visit.framed({ title, content });
  }
}

/**
 * A token that an API refuses is of keys or a session that are gone. Only the user can get another one: with
 * a sign-in that asks nothing, a service that refuses every token would send the browser round and round.
 */
function signInFor(thrown: unknown): SignInNeeded | undefined {
  if (thrown instanceof SignInNeeded) return thrown;
  return thrown instanceof ApiRefusal && thrown.status === 401 ? new FreshSignInNeeded() : undefined;
}

function adviceOf(error: ProblemError, text: ConsoleMessages): string | undefined {
  if (error instanceof ForeignForm) return text.foreignForm;
  return error instanceof FailedForm ? text.failedForm : undefined;
}

/** Where the user has to do something first. */
function nextFor(thrown: unknown, request: FastifyRequest): string | undefined {
  if (thrown instanceof InvitationOpen) return companyPaths(thrown.companyId).invitation;
  const needed = signInFor(thrown);
  return needed && signInPathFor(needed, request);
}

/** To sign out without a session needs no sign-in: the session at the provider may live, and ends there. */
function signInPathFor(needed: SignInNeeded, request: FastifyRequest): string {
  if (request.routeOptions.url === consolePaths.signOut) return `/auth${routeNames.end_session}`;
  const parameters = new URLSearchParams({ to: pageAfterSignIn(request) });
  const visit = visitOf(request);
  const { ui_locales: chosen = visit?.session.uiLocale } = request.query as { ui_locales?: unknown };
  if (chosen) parameters.set('ui_locales', (visit?.locale ?? localeOfRequest(request)).tag);
  if (needed instanceof FreshSignInNeeded) parameters.set('fresh', '');
  return `${consolePaths.signIn}?${parameters}`;
}
