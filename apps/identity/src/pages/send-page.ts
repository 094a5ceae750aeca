import type { FastifyReply } from 'fastify';
import { documentOf, newNonce, type Page, pageHeaders } from './page.js';

/** Sends a page with its security headers; `formTargets` as in `pageHeaders`. */
export async function sendPage(
  reply: FastifyReply,
  page: Page,
  formTargets: readonly string[] = [],
): Promise<void> {
  const nonce = newNonce();
  await reply
    .headers(pageHeaders(nonce, formTargets))
    .type('text/html; charset=utf-8')
    .send(documentOf(page, nonce));
}

/** Sends the browser to another page with GET. 303, never 307, which would send the form on (RFC 9700 section 4.12). */
export async function redirectTo(reply: FastifyReply, location: string): Promise<void> {
  await reply.status(303).headers({ location, 'cache-control': 'no-store' }).send();
}
