import type { FastifyRequest } from 'fastify';
import type { Locale } from '../../pages/locale.js';
import type { Way } from '../../paths/password-links.js';
import { uidSchema } from '../../paths/uid.js';

/** The way a request is on: the sign-in that its address names, in the language of its page. */
export function wayOf({ query }: FastifyRequest, { tag }: Locale): Way {
  const { sign_in: signIn } = query as { sign_in?: unknown };
  return { language: tag, signIn: uidSchema.safeParse(signIn).data };
}
