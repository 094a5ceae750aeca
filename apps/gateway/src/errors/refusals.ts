import { type LinkAddresses, ProblemError, successorLink } from '@safety/platform';

/** 400 for a path that the gateway and a service could read in two ways. */
export const ambiguousPath = (): ProblemError =>
  new ProblemError('bad-request', {
    detail: 'The path holds characters or segments that no path of this service has.',
  });

/** 400 for a header that two readers could take for different values. */
export const ambiguousHeader = (header: string, detail: string): ProblemError =>
  new ProblemError('bad-request', { detail, errors: [{ header, code: 'not-allowed', detail }] });

/**
 * 403 for the preflight of a page whose origin is not listed; it is the one answer that its developers get to
 * see.
 */
export const originNotAllowed = (): ProblemError =>
  new ProblemError('origin-not-allowed', {
    detail: 'Pages of this origin may not call the API: its operators have not listed it.',
  });

/** 404 for everything that the route table does not name. */
export const noSuchEndpoint = (): ProblemError =>
  new ProblemError('not-found', { detail: 'No such endpoint.' });

/** 410 that names what answers instead, in the body and as a link. */
export const endpointRemoved = (addresses: LinkAddresses, successor: string): ProblemError =>
  new ProblemError('endpoint-removed', {
    detail: `This endpoint was removed. Use ${successor}.`,
    headers: { link: successorLink(successor, addresses) },
    extensions: { successor },
  });

export const bodyTooLarge = (limit: number): ProblemError =>
  new ProblemError('payload-too-large', { detail: `A body has at most ${limit} bytes.` });

/** 408 (RFC 9110 section 15.5.9); the connection is closed, because the rest of the body may never come. */
export const bodyTooSlow = (): ProblemError =>
  new ProblemError('request-timeout', {
    detail: 'The body did not arrive in time.',
    headers: { connection: 'close' },
  });

/**
 * 415 (RFC 9110 section 8.4): nothing behind the gateway unpacks bodies, and a small one can hold gigabytes.
 */
export const bodyEncoded = (): ProblemError =>
  new ProblemError('unsupported-media-type', {
    detail: 'Send the body without a content coding.',
    headers: { 'accept-encoding': 'identity' },
  });
