import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** The answer to a request that was sent as these very bytes. */
export interface RawAnswer {
  status: number;
  head: string;
  /** The code of a problem, if it is one. */
  code: string | undefined;
}

/**
 * Sends a request line and headers as they are, which HTTP clients would mend or refuse. `Host` and
 * `Connection: close` are added unless `lines` has a `Host`.
 */
export async function rawRequest(
  url: string,
  requestLine: string,
  lines: string[] = [],
  body = '',
  version = '1.1',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const host = lines.some((line) => /^host:/i.test(line)) ? [] : ['Host: localhost'];
  socket.write(
    [`${requestLine} HTTP/${version}`, ...host, ...lines, 'Connection: close', '', body].join('\r\n'),
    'latin1',
  );
  const answer = (await text(socket)).replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const code = /"code":"([a-z-]+)"/.exec(rest.join(''))?.[1];
  return { status: Number(head.split(' ')[1]), head, code };
}
