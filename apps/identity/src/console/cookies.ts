import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from './paths.js';

/** A cookie of the console: a random id that says nothing by itself. */
export interface ConsoleCookie {
  name: string;
  /** `__Host-` (RFC 6265bis section 4.1.3.2): no other host of the domain can set it. It wants the path `/`. */
  path: string;
  secure: boolean;
}

export const consoleCookie = (name: string, authUrl: string): ConsoleCookie =>
  authUrl.startsWith('https:')
    ? { name: `__Host-${name}`, path: '/', secure: true }
    : { name, path: consolePath, secure: false };

const VALUE = /^[\w-]{43}$/;

/** What the browser sent; nothing when it is not one of ours, or sent twice. */
export function readCookie({ headers }: FastifyRequest, { name }: ConsoleCookie): string | undefined {
  const values = (headers.cookie ?? '')
    .split(/; */)
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
  const [value] = values;
  return values.length === 1 && value !== undefined && VALUE.test(value) ? value : undefined;
}

/** Sets the cookie until the browser ends; removes it without a value. */
export function writeCookie(
  reply: FastifyReply,
  { name, path, secure }: ConsoleCookie,
  value?: string,
): void {
  const attributes = [
    `${name}=${value ?? ''}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(value === undefined ? ['Max-Age=0'] : []),
  ];
  void reply.header('set-cookie', attributes.join('; '));
}
