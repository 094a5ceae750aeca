import { type ProblemError, prefersHtml, sendProblem } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '../console/paths.js';
import { errorPage } from './error.page.js';
import { PRODUCT_NAME } from './page.js';
import { localeOfRequest } from './request-locale.js';
import { sendPage } from './send-page.js';

/** Whoever follows a wrong link gets a page that leads on; programs get the problem. */
export async function answerNoRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ProblemError,
): Promise<void> {
  if (error.status !== 404 || !prefersHtml(request.raw)) return sendProblem(request, reply, error);
  const page = errorPage(localeOfRequest(request), {
    error: error.code,
    description: error.options.detail,
    requestId: request.id,
    hint: 'notFoundHint',
    back: { name: PRODUCT_NAME, href: consolePath },
  });
  await sendPage(reply.status(error.status).header('vary', 'accept, accept-language'), page);
}
