/**
 * Headers that are about one connection (RFC 9110 section 7.6.1, and the two `Proxy-` ones of section 11.7).
 */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export const isOfConnection = (name: string): boolean => OF_CONNECTION.has(name);

const NOTHING: ReadonlySet<string> = new Set();

/**
 * The headers that `Connection` names, which makes them ones of the connection too. It is read once for each
 * message: reading it for every header would cost the product of both.
 */
export function namedIn(connection: string | string[] | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return NOTHING;
  return new Set(
    String(connection)
      .split(',')
      .map((option) => option.trim().toLowerCase()),
  );
}
