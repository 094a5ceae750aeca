import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { json } from 'node:stream/consumers';
import { agingAgents } from './aging-agents.js';

const agents = agingAgents();

/** The answer of a service. */
export interface HttpAnswer {
  url: string;
  status: number;
  /** Whether the status is a success. */
  ok: boolean;
  /** The body; throws when it is not JSON or breaks off. */
  json(): Promise<unknown>;
}

/**
 * Asks with GET by `node:http`, and reads the answer while its connection is open. Node's own `fetch` takes
 * 2 MB of each service that calls it once. Redirects are not followed: no service of the suite answers one.
 */
export function get<Result>(
  url: string,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
  read: (answer: HttpAnswer) => Promise<Result>,
): Promise<Result> {
  const [request, agent] = url.startsWith('https:')
    ? [requestHttps, agents.https]
    : [requestHttp, agents.http];
  return new Promise((resolve, reject) => {
    request(url, { agent, signal, headers: { accept: '*/*', ...headers } }, (message) => {
      const status = message.statusCode ?? 0;
      const answer = { url, status, ok: status >= 200 && status < 300, json: () => json(message) };
      // A body that nobody reads is dropped; it would keep its connection.
      resolve(read(answer).finally(() => message.resume()));
    })
      .on('error', reject)
      .end();
  });
}
