import { EventEmitter, once } from 'node:events';
import { listen } from '@safety/testing';

/** A client that keeps to what the specification asks of it at the end of a session: it compares `sid`. */
export interface RelyingApplication {
  logoutUri: string;
  /** For LOGOUT_ALLOWED_HOSTS. */
  host: string;
  /** A user has entered whose validated ID Token holds this `sid`. */
  begin(sid: string): void;
  /** Whether that user is still in. */
  has(sid: string): boolean;
  /** Resolves once the next call of the Logout Uri has had its effect. */
  nextCall(): Promise<{ method: string | undefined; url: URL }>;
  close(): Promise<void>;
}

export async function startRelyingApplication(): Promise<RelyingApplication> {
  const calls = new EventEmitter();
  const sessions = new Set<string>();
  const { url: origin, close } = await listen(({ method, url = '' }, response) => {
    const called = new URL(url, origin);
    sessions.delete(called.searchParams.get('sid') ?? '');
    response.end();
    calls.emit('call', { method, url: called });
  });
  return {
    logoutUri: `${origin}/logout`,
    host: new URL(origin).host,
    begin: (sid) => void sessions.add(sid),
    has: (sid) => sessions.has(sid),
    nextCall: async () => (await once(calls, 'call'))[0],
    close,
  };
}
