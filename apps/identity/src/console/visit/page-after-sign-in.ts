import { isRead, pathOf } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import type { Done } from '../messages/messages.js';
import { withDone } from './done.js';

const nothingSaved: Done = 'nothingSaved';

/**
 * The page to go on with after the sign-in that a request needs: the one that was asked for. A form was not
 * taken; its own page says so.
 */
export const pageAfterSignIn = (request: FastifyRequest): string =>
  isRead(request) ? request.url : `${pageOfForm(request)}?done=${nothingSaved}`;

/**
 * The same page for the session that the sign-in has begun: it says that nothing was saved, and nothing that
 * was done in another session.
 */
export function pageOfNewSession(to: string, sessionId: string): string {
  const { pathname, searchParams } = new URL(to, 'http://console');
  const done = searchParams.get('done');
  if (done === null) return to;
  if (done === nothingSaved) return withDone(pathname, nothingSaved, sessionId);
  for (const name of ['done', 'proof']) searchParams.delete(name);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** A form is sent to the address of its page, a button to one below it. */
function pageOfForm({ server, url, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url?.split('/') ?? [];
  while (route.length > 0 && !server.hasRoute({ method: 'GET', url: route.join('/') })) route.pop();
  return pathOf(url).split('/').slice(0, route.length).join('/');
}
