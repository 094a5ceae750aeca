import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie that no script reads and no other site's form brings along. */
export interface OwnCookie {
  name: string;
  path: string;
  secure: boolean;
}

/** The values that the browser sent: several when the cookie was set for several paths or domains. */
const valuesOf = ({ headers }: FastifyRequest, name: string): string[] =>
  (headers.cookie ?? '')
    .split(/; */)
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));

/** The value that the browser sent; nothing when it is ambiguous, or not of this form. */
export function readCookie(request: FastifyRequest, { name }: OwnCookie, form: RegExp): string | undefined {
  const [value, ...more] = valuesOf(request, name);
  return value !== undefined && more.length === 0 && form.test(value) ? value : undefined;
}

/** Lets the browser keep the cookie for so many seconds; until it is closed without them. */
export function writeCookie(
  reply: FastifyReply,
  { name, path, secure }: OwnCookie,
  value: string,
  seconds?: number,
): void {
  const attributes = [
    `${name}=${value}`,
    `Path=${path}`,
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', attributes.join('; '));
}
