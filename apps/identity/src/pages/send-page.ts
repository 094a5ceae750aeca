import type { FastifyReply } from 'fastify';
import type { Locale } from './locale.js';
import { onwardHeader, onwardPage } from './onward.page.js';
import { documentOf, newNonce, type Page, pageHeaders } from './page.js';

/** The document of a page; its security headers are set on the reply that it goes with. */
export function prepareDocument(reply: FastifyReply, page: Page): string {
  const nonce = newNonce();
  reply.headers(pageHeaders(nonce)).type('text/html; charset=utf-8');
  return documentOf(page, nonce);
}

/** Sends a page with its security headers. */
export async function sendPage(reply: FastifyReply, page: Page): Promise<void> {
  await reply.send(prepareDocument(reply, page));
}

/**
 * Answers a form that leads to an application in the end; what is answered with `redirectTo` must stay here.
 */
export async function sendOnward(reply: FastifyReply, locale: Locale, href: string): Promise<void> {
  await sendPage(reply.status(200).headers(onwardHeader(href)), onwardPage(locale, href));
}

/**
 * Has a reply lead to another page with GET. 303, never 307, which would send the form on (RFC 9700 section
 * 4.12).
 */
export const prepareRedirect = (reply: FastifyReply, location: string): FastifyReply =>
  reply.status(303).headers({ location, 'cache-control': 'no-store' });

/** Sends the browser to another page, as `prepareRedirect` says. */
export async function redirectTo(reply: FastifyReply, location: string): Promise<void> {
  await prepareRedirect(reply, location).send();
}
