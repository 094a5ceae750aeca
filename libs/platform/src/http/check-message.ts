import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../problems/problem-error.js';

/** Refuses what Node lets through or would answer in a format of its own. */
export function checkMessage({ headers, rawHeaders, httpVersion, url = '/' }: IncomingMessage): void {
  // The router would take the path and not look at the host.
  if (!url.startsWith('/') && url !== '*') {
    throw new ProblemError('bad-request', { detail: 'The address names a host that is not this one.' });
  }
  const hosts = countHosts(rawHeaders);
  // RFC 9112 section 3.2: exactly one from clients of HTTP/1.1, and no two readers may take different ones.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    const detail = 'Send the Host header once.';
    throw new ProblemError('bad-request', { detail, errors: [{ header: 'host', code: 'required', detail }] });
  }
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new ProblemError('expectation-failed', {
      detail: 'The one expectation that is met is 100-continue.',
    });
  }
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
