import { EventEmitter, once } from 'node:events';
import { listen } from '@safety/testing';

/** A client's Logout Uri: it records the sessions it is told of and answers with `status`. */
export interface LogoutReceiver {
  uri: string;
  /** For LOGOUT_ALLOWED_HOSTS. */
  host: string;
  /** What the next calls are answered with. */
  status: number;
  /** Resolves with the query of the next call. */
  nextCall(): Promise<URLSearchParams>;
  close(): Promise<void>;
}

export async function startLogoutReceiver(): Promise<LogoutReceiver> {
  const calls = new EventEmitter();
  const { url, close } = await listen((request, response) => {
    response.statusCode = receiver.status;
    response.end();
    calls.emit('call', new URL(request.url ?? '', 'http://receiver').searchParams);
  });
  const receiver: LogoutReceiver = {
    uri: `${url}/logout?kept=1`,
    host: new URL(url).host,
    status: 200,
    nextCall: async () => {
      const [query] = (await once(calls, 'call')) as [URLSearchParams];
      return query;
    },
    close,
  };
  return receiver;
}
