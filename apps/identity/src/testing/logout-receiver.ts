import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { listen } from '@safety/testing';

/** A client's Logout Uri: it records the sessions it is told of and answers with `status`. */
export interface LogoutReceiver {
  uri: string;
  /** For LOGOUT_ALLOWED_HOSTS. */
  host: string;
  /** The answer to the next calls. */
  status: number;
  /** Resolves with the query of the next call. */
  nextCall(): Promise<URLSearchParams>;
  /** Resolves with the form of the next POST. */
  nextForm(): Promise<URLSearchParams>;
  close(): Promise<void>;
}

export async function startLogoutReceiver(): Promise<LogoutReceiver> {
  const calls = new EventEmitter();
  const { url, close } = await listen(async (request, response) => {
    const body = await text(request);
    response.statusCode = receiver.status;
    response.end();
    if (request.method === 'POST') calls.emit('form', new URLSearchParams(body));
    else calls.emit('call', new URL(request.url ?? '', 'http://receiver').searchParams);
  });
  const next = async (event: string): Promise<URLSearchParams> => {
    const [parameters] = (await once(calls, event)) as [URLSearchParams];
    return parameters;
  };
  const receiver: LogoutReceiver = {
    uri: `${url}/logout?kept=1`,
    host: new URL(url).host,
    status: 200,
    nextCall: () => next('call'),
    nextForm: () => next('form'),
    close,
  };
  return receiver;
}
