import type { IncomingMessage } from 'node:http';

/**
 * How often a header was sent, by its name in lower case: Node keeps only the first `Authorization` or `Host`
 * and joins others.
 */
export function countHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}
