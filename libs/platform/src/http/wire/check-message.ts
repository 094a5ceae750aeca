import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../../problems/problem-error.js';
import { countHeader } from '../count-header.js';
import { isUtf8, pathOf } from '../path-of.js';

/**
 * RFC 9110 section 4.1 recommends 8000; no address of the suite needs a tenth of it, but a list of ids or a
 * hint may.
 */
export const MAX_ADDRESS_LENGTH = 8192;

/** The most headers of a request, and bytes of them together with its address. */
export interface HeaderLimits {
  count: number;
  bytes: number;
}

/**
 * Of a client. Browsers and proxies send some 30 headers. Node counts to 2000 and forgets the rest, which
 * nobody would have looked at.
 */
export const limitsOfClients: HeaderLimits = { count: 100, bytes: 16 * 1024 };
/** Of a client and the gateway, whose `x-forwarded-host` may be as long as all that the client has sent. */
export const limitsBehindGateway: HeaderLimits = { count: 120, bytes: 2 * limitsOfClients.bytes };

/** The sender of such a message must not send more of them. */
const LAST_ANSWER = { connection: 'close' };

/** Refuses what Node lets through or would answer in a format of its own. */
export function checkMessage(message: IncomingMessage, maxHeaders: number): void {
  const { headers, rawHeaders, httpVersion, url = '/' } = message;
  if (url.length > MAX_ADDRESS_LENGTH) {
    throw new ProblemError('uri-too-long', {
      detail: `An address has at most ${MAX_ADDRESS_LENGTH} characters.`,
      headers: LAST_ANSWER,
    });
  }
  if (rawHeaders.length / 2 > maxHeaders) {
    throw new ProblemError('headers-too-large', {
      detail: `A request has at most ${maxHeaders} headers.`,
      headers: LAST_ANSWER,
    });
  }
  checkTransferCoding(message);
  // The router would take the path and not look at the host.
  if (!url.startsWith('/') && url !== '*') {
    throw new ProblemError('bad-request', { detail: 'The address names a host that is not this one.' });
  }
  // The parser of queries would leave such a value as it is, which then finds no row.
  if (!isUtf8(url.slice(pathOf(url).length))) {
    throw new ProblemError('bad-request', { detail: 'The query has an escape that is no UTF-8.' });
  }
  const hosts = countHeader(message, 'host');
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

/**
 * Node reads any coding that ends in `chunked` and unpacks nothing, so what arrives would not be what was
 * sent; and of HTTP/1.0, which knows no chunks, another reader would find another end of the body (RFC 9112
 * section 6.1).
 */
function checkTransferCoding({ headers, httpVersion }: IncomingMessage): void {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1')) return;
  throw new ProblemError('bad-request', {
    detail: 'The one transfer coding that is read is chunked, of HTTP/1.1.',
    headers: LAST_ANSWER,
  });
}
