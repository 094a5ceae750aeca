/** Headers that are about one connection (RFC 9110 section 7.6.1, and the two `Proxy-` ones of section 11.7). */
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

/** Whether `Connection` names this header, which makes it one of the connection too. */
export function isNamedIn(connection: string | string[] | undefined, name: string): boolean {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return false;
  return String(connection)
    .split(',')
    .some((option) => option.trim().toLowerCase() === name);
}
