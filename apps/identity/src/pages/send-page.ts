import type { FastifyReply } from 'fastify';
import { documentOf, newNonce, type Page, pageHeaders } from './page.js';

/** The document of a page; its security headers are set on the reply that it goes with. `formTargets` as in `pageHeaders`. */
export function prepareDocument(
  reply: FastifyReply,
  page: Page,
  formTargets: readonly string[] = [],
): string {
  const nonce = newNonce();
  reply.headers(pageHeaders(nonce, formTargets)).type('text/html; charset=utf-8');
  return documentOf(page, nonce);
}

/** Sends a page with its security headers; `formTargets` as in `pageHeaders`. */
export async function sendPage(
  reply: FastifyReply,
  page: Page,
  formTargets: readonly string[] = [],
): Promise<void> {
  await reply.send(prepareDocument(reply, page, formTargets));
}

/** Has a reply lead to another page with GET. 303, never 307, which would send the form on (RFC 9700 section 4.12). */
export const prepareRedirect = (reply: FastifyReply, location: string): FastifyReply =>
  reply.status(303).headers({ location, 'cache-control': 'no-store' });

/** Sends the browser to another page, as `prepareRedirect` says. */
export async function redirectTo(reply: FastifyReply, location: string): Promise<void> {
  await prepareRedirect(reply, location).send();
}
