import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OwnCookie, readCookie, writeCookie } from '../pages/cookies.js';
import { consolePath } from '../paths/console.js';

const RANDOM_ID = /^[\w-]{43}$/;

/** A cookie that holds a random id, which says nothing by itself. */
export class IdCookie {
  private readonly cookie: OwnCookie;

  /**
   * `__Host-` (RFC 6265bis section 4.1.3.2): no other host of the domain can set it. It wants HTTPS and the
   * path `/`.
   */
  constructor(name: string, authUrl: string) {
    this.cookie = authUrl.startsWith('https:')
      ? { name: `__Host-${name}`, path: '/', secure: true }
      : { name, path: consolePath, secure: false };
  }

  read(request: FastifyRequest): string | undefined {
    return readCookie(request, this.cookie, RANDOM_ID);
  }

  write(reply: FastifyReply, id: string): void {
    writeCookie(reply, this.cookie, id);
  }

  remove(reply: FastifyReply): void {
    writeCookie(reply, this.cookie, '', 0);
  }
}

/** Names the session of the console. */
export const sessionCookie = (authUrl: string): IdCookie => new IdCookie('console', authUrl);

/** Names the browser that a sign-in was begun in. */
export const browserCookie = (authUrl: string): IdCookie => new IdCookie('console-sign-in', authUrl);
