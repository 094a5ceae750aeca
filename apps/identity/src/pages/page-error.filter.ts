import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type ProblemError, toProblemError } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '../paths/console.js';
import { MINUTE_SECONDS } from './dates.js';
import { busyAdvice, type ErrorDetails, errorPage } from './error.page.js';
import { type Page, PRODUCT_NAME } from './page.js';
import { localeOfRequest } from './request-locale.js';
import { sendPage } from './send-page.js';

const hints: Record<number, ErrorDetails['hint']> = {
  403: 'forbiddenHint',
  404: 'notFoundHint',
  429: 'busyHint',
  500: 'faultHint',
  503: 'busyHint',
};

/** Whether a form was sent about what is not there; its address is one that takes forms. */
const isGone = ({ status }: ProblemError, { method, is404 }: FastifyRequest): boolean =>
  status === 404 && method === 'POST' && !is404;

/**
 * For controllers of pages: whatever goes wrong is told to a person, with the id that the log knows the
 * request by.
 */
@Catch()
export class PageErrorFilter implements ExceptionFilter {
  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toProblemError(thrown);
    if (error.status >= 500)
      request.log.error({ err: error.options.cause ?? error, problem: error.code }, `page: ${error.message}`);
    if (reply.sent) return;
    const page = this.pageOf(error, request);
    await sendPage(reply.status(error.status).headers({ ...error.options.headers }), page);
  }

  /** The page that tells of the error, with a sentence of its own in place of the general one. */
  protected pageOf(error: ProblemError, request: FastifyRequest, advice?: string): Page {
    const locale = localeOfRequest(request);
    // A shorter time is a moment.
    const seconds = Number(error.options.headers?.['retry-after']);
    return errorPage(locale, {
      error: error.code,
      description: error.options.detail,
      requestId: request.id,
      advice: advice ?? (seconds >= MINUTE_SECONDS ? busyAdvice(locale, seconds) : undefined),
      hint: isGone(error, request) ? 'goneHint' : (hints[error.status] ?? 'errorHint'),
      ...(error.status === 404 && { back: { name: PRODUCT_NAME, href: consolePath } }),
    });
  }
}
