import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Replica } from './identity-under-test.js';

/** A form whose sender takes its time: the service has read the head, and waits for the rest. */
export interface HeldRequest {
  /** Sends the rest, and resolves with the answer. */
  release(): Promise<{ status: number | undefined; cookies: string[]; body: string }>;
}

/** Sends the head of a POST of `form` with this cookie header, and the first byte of its body. */
export function holdPost(
  { url }: Pick<Replica, 'url'>,
  path: string,
  cookie: string,
  form: Record<string, string>,
): HeldRequest {
  const body = new URLSearchParams(form).toString();
  const sent = request(url + path, {
    method: 'POST',
    headers: {
      cookie,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'transfer-encoding': 'chunked',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(body.slice(0, 1));
  return {
    async release() {
      sent.end(body.slice(1));
      const [answer] = await answered;
      const { statusCode: status, headers } = answer;
      return { status, cookies: headers['set-cookie'] ?? [], body: await text(answer) };
    },
  };
}
