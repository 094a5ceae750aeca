import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { callSpan, endedBy } from '@safety/platform';
import { isPublicAddress, publicLookup } from './public-address.js';

const TIMEOUT_MS = 5_000;
const lookupPublic = publicLookup();

/** A call to an address that somebody else registered. */
export interface PublicCall {
  url: URL;
  userAgent: string;
  /** Hosts that may lie inside, with their ports. */
  allowedHosts: readonly string[];
  /** Sent by POST; without it the call is a GET. */
  body?: { type: string; text: string };
  /** Further headers of the request, such as a signature. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Whether one of these hosts is that of an address: `app.corp:443` or `app.corp` for `https://app.corp/`,
 * which has no port.
 */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return allowedHosts.includes(url.host) || allowedHosts.includes(`${url.hostname}:${port}`);
}

/**
 * Calls a public address. Resolves when the receiver answered 2xx within five seconds. It follows no
 * redirect: that could lead inside. Throws for a private address that is not among `allowedHosts`.
 */
export async function callPublicly(call: PublicCall): Promise<void> {
  const trusted = isAllowedHost(call.url, call.allowedHosts);
  if (!trusted && !isPublicAddress(call.url.hostname)) throw new Error('The host is a private address');
  // Its address names the company that registered it, and strangers are told of no trace.
  await endedBy(callSpan(call.body ? 'POST' : 'GET'), send(call, trusted));
}

function send({ url, userAgent, body, headers }: PublicCall, trusted: boolean): Promise<void> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: body ? 'POST' : 'GET',
        agent: false,
        signal,
        headers: {
          ...headers,
          'user-agent': userAgent,
          'cache-control': 'no-store',
          ...(body && { 'content-type': body.type }),
        },
        // The name is resolved once, here: checking it first and connecting later would allow DNS rebinding.
        ...(trusted ? {} : { lookup: lookupPublic }),
      },
      (response) => {
        const { statusCode = 0 } = response;
        response.destroy();
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`The receiver answered ${statusCode}`));
      },
    );
    sent.once('error', (error) =>
      reject(signal.aborted ? new Error(`No answer within ${TIMEOUT_MS / 1000} seconds`) : error),
    );
    // Settled already, except where the receiver changes the protocol: Node tells of no answer and no error
    // then.
    sent.once('close', () => reject(new Error('The receiver closed the connection without an answer')));
    sent.end(body?.text);
  });
}
