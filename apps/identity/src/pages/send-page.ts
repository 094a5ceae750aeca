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
