import { pathOf } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import type { Done } from '../messages/messages.js';

const nothingSaved: Done = 'nothingSaved';

/** Whether a request changes nothing. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';

/**
 * The page to go on with after the sign-in that a request needs: the one that was asked for. A form was not
 * taken; its own page says so.
 */
export const pageAfterSignIn = (request: FastifyRequest): string =>
  isRead(request) ? request.url : `${pageOfForm(request)}?done=${nothingSaved}`;

/** A form is sent to the address of its page, a button to one below it. */
function pageOfForm({ server, url, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url?.split('/') ?? [];
  while (route.length > 0 && !server.hasRoute({ method: 'GET', url: route.join('/') })) route.pop();
  return pathOf(url).split('/').slice(0, route.length).join('/');
}
