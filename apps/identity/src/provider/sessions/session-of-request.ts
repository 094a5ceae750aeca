import Provider, { type AdapterPayload } from 'oidc-provider';

/** The stored session as a request knows it: as it was read, or as it was saved last. */
export interface KnownSession {
  sid: string;
  /** Of the cookie that the request came with, or that it gave out. */
  idDigest: Buffer;
  /** Of the row; none when other requests' changes are in the row as well. */
  version: number | undefined;
  payload: AdapterPayload;
  /** When this request saved it, in milliseconds since the epoch. */
  savedAt?: number;
}

/**
 * The state of the session copy that belongs to a request. `current`: the copy is the stored session.
 * `overtaken`: another request has issued another cookie. `refused`: the session has ended, or now belongs to
 * somebody else, or is nobody's beside an unknown cookie, and nothing was saved. `unneeded`: nobody signs
 * out, and nothing was saved.
 */
export type CopyState = 'current' | 'overtaken' | 'refused' | 'unneeded';

interface SessionOfRequest {
  known?: KnownSession;
  state: CopyState;
  /** The cookie of the request names no session, not even one that has ended. */
  cookieUnknown?: boolean;
}

const ofRequest = new WeakMap<object, SessionOfRequest>();

export function rememberSession(known: KnownSession, state: CopyState = 'current'): void {
  // A copy: the library changes what it was given.
  if (Provider.ctx) ofRequest.set(Provider.ctx, { known: structuredClone(known), state });
}

export function knownSession(sid: string): KnownSession | undefined {
  const known = Provider.ctx && ofRequest.get(Provider.ctx)?.known;
  // structuredClone makes a Uint8Array of a Buffer.
  return known?.sid === sid ? { ...known, idDigest: Buffer.from(known.idDigest) } : undefined;
}

export function refuseSession(state: 'refused' | 'unneeded' = 'refused'): void {
  if (!Provider.ctx) return;
  ofRequest.set(Provider.ctx, { ...ofRequest.get(Provider.ctx), state });
}

/** The cookie of the request in hand was replaced by another answer, or its session ended long ago. */
export function noteUnknownCookie(): void {
  if (Provider.ctx) ofRequest.set(Provider.ctx, { state: 'current', cookieUnknown: true });
}

export const isCookieUnknown = (): boolean =>
  (Provider.ctx && ofRequest.get(Provider.ctx)?.cookieUnknown) ?? false;

/** The state of the session copy of a request. */
export const stateOfCopy = (ctx: object): CopyState => ofRequest.get(ctx)?.state ?? 'current';
