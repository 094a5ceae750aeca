import type { FastifyReply, FastifyRequest } from 'fastify';

/** As the library's endpoints have it. */
const KEPT_FOR_SECONDS = 3600;

/**
 * Lets the calling page read the answer, until `forbid` says that it is not a page of the client (Fetch
 * standard 3.3).
 */
export function allow({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'origin');
  if (headers.origin !== undefined) reply.header('access-control-allow-origin', headers.origin);
}

export function forbid(reply: FastifyReply): void {
  reply.removeHeader('access-control-allow-origin');
}

/** Which client calls is not known yet, so every page may ask. */
export async function answerPreflight(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  allow(request, reply);
  const wanted = request.headers['access-control-request-headers'];
  if (wanted !== undefined) reply.header('access-control-allow-headers', wanted);
  await reply
    .status(204)
    .headers({ 'access-control-allow-methods': 'POST', 'access-control-max-age': KEPT_FOR_SECONDS })
    .send();
}
